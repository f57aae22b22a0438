import java.util.*;
import java.lang.annotation.*;
class Seed<T extends Comparable<T>> implements Runnable {
  @Target(ElementType.TYPE_USE) @Retention(RetentionPolicy.RUNTIME) @interface A { int[] v() default {1}; B[] b() default {}; }
  @Retention(RetentionPolicy.RUNTIME) @interface B { String s() default "x"; }
  long l = 3; static final int C = 7; double d;
  Seed(int a) { this(a > 3 ? new StringBuilder("x" + a) : null, a); }
  Seed(Object o, int a) { super(); d = a; }
  public void run() {
    for (int i = 0; i < 10; i++) { try { if (i % 3 == 0) throw new IllegalStateException(); long x = i; d += x; }
      catch (@A RuntimeException e) { continue; } finally { l++; } }
    Runnable r = () -> System.out.println(l); r.run();
    switch ((int) l) { case 1: l = 2; break; case 2: l = 4; break; case 100000: l = 5; default: l = 0; }
    switch ("" + l) { case "a" -> l = 1; default -> l = 2; }
    @A(v = {1, 2}, b = @B(s = "q")) List<@A String> s = new ArrayList<@A String>(); Object o = (@A Object) s;
    synchronized (this) { if (o instanceof @A List) l = s.size(); }
    int[][] m = new int[3][4]; m[1][2] = 4; long[] q = {1, 2}; q[0] ^= q[1]; float f = m[1][2] * 1.5f; d = f > 2 ? f : -d;
  }
}
