package users;

import java.io.*;
import java.util.*;

/** What extra.mop speaks of: designators and patterns that no shipped spec uses. */
@SuppressWarnings("all")
public class Extras {
    @Deprecated static int number;
    protected volatile long wide;
    final String text = "constant";
    static final int CONSTANT = 3;
    transient List<String> list;

    @Deprecated public static void old() { }
    public void overloads(int i) { }
    public void overloads(long l) { }
    public void overloads(Integer i) { }
    public void overloads(Long l) { }
    public void overloads(char c) { }
    public void overloads(byte b) { }
    public void overloads(short s) { }
    public void overloads(float f) { }
    public void overloads(double d) { }
    public void overloads(boolean b) { }
    public void overloads(Object o) { }
    public void overloads(Number n) { }
    public void overloads(String s) { }
    public void overloads(CharSequence s) { }
    public void overloads(Serializable s) { }
    public void overloads(int[] s) { }
    public void overloads(Object[] s) { }
    public void overloads(String[] s) { }
    public void overloads(Comparable<?>[] s) { }
    public void overloads(int i, String... rest) { }
    public void overloads(int i, Object[] rest, long l) { }
    public int overloads() throws IOException { return 0; }
    public synchronized long overloads(int i, int j) throws FileNotFoundException, IllegalStateException { return 0; }
    private final String overloads(int i, int j, int k) throws Exception { return ""; }
    static <T extends Comparable<T>> T overloads(T t, List<? extends T> l) { return t; }
    Character boxed() { return 'c'; }
    char primitive() { return 'c'; }
    Object object() { return this; }
    void nothing() { }
    Runnable runnable() { return null; }
    Map<String, Integer> map() { return null; }
    Integer integer() { return 1; }
    int[] array() { return null; }

    void calls() throws Exception {
        overloads(1);
        overloads(1L);
        overloads((Integer) 1);
        overloads((Long) 1L);
        overloads('c');
        overloads((byte) 1);
        overloads((short) 1);
        overloads(1f);
        overloads(1d);
        overloads(true);
        overloads((Object) null);
        overloads((Number) null);
        overloads("");
        overloads((CharSequence) "");
        overloads((Serializable) "");
        overloads(new int[0]);
        overloads(new Object[0]);
        overloads(new String[0]);
        overloads(new Comparable<?>[0]);
        overloads(1, "a", "b");
        overloads(1, new Object[0], 2L);
        overloads();
        overloads(1, 2);
        overloads(1, 2, 3);
        overloads("", null);
        boxed();
        primitive();
        object();
        nothing();
        runnable();
        map();
        integer();
        array();
        old();
    }
    void fields(Extras other, Sub sub) {
        number = 1;
        Extras.number++;
        Sub.number--;
        wide = number;
        other.wide = sub.wide;
        sub.wide += 3;
        list = null;
        other.list.size();
        sub.list = other.list;
        String s = other.text;
        int i = CONSTANT;
    }
    public static class Sub extends Extras implements Runnable {
        int shadowed;
        Sub() { }
        Sub(int i) {
            this();
            shadowed = i;
        }
        Sub(String s) {
            super();
            shadowed = s.length();
        }
        @Override public void run() {
            nothing();
            super.nothing();
        }
        @Override Integer object() { return 1; }
        @Override void nothing() { }
    }
    public class Member {
        int inside() { return number; }
        class Deeper {
            void deep() { nothing(); }
        }
    }
    void local() {
        class Local {
            void in() { nothing(); }
        }
        new Local().in();
        new Object() {
            void anonymous() { nothing(); }
        }.anonymous();
        Runnable r = () -> nothing();
        r.run();
    }
    void handlers() {
        try {
            overloads();
        } catch (FileNotFoundException e) {
            nothing();
        } catch (IOException | IllegalStateException e) {
            nothing();
        }
        try {
            nothing();
        } catch (RuntimeException e) {
            nothing();
        } finally {
            nothing();
        }
        synchronized (this) {
            nothing();
        }
    }
    static void constructors(Extras e) {
        new Sub();
        new Sub(1);
        new Sub("");
        new Extras();
        new Extras() { };
        e.new Member();
        e.new Member().new Deeper().deep();
    }
    public static class Results extends ArrayList<Iterator<String>> { }
    public static class Texts extends ArrayList<String> { }
    void generic(Results r, Texts t, List<Iterator<String>> l) {
        r.get(0);
        t.get(0);
        l.get(0);
        r.add(null);
        t.add(null);
        r.set(0, null);
        r.iterator().next();
        t.toArray();
    }
    @FunctionalInterface public interface Marked { void mark(); }
    @Deprecated public static class Old implements Marked {
        @Override @Deprecated public void mark() { }
        void calls(Marked m, Old o) {
            m.mark();
            o.mark();
        }
    }
    public enum Kind { A, B }
    int switches(Kind k) {
        switch (k) {
            case A: return 1;
            default: return 2;
        }
    }
    public record Point(int x, int y) { }
    int records(Point p) {
        return p.x() + p.hashCode() + new Point(1, 2).y();
    }
}
