package users;

import java.util.*;

/** Places where javac's output and the source differ, and things that are no join points. */
@SuppressWarnings("all")
public class Shapes extends ArrayList<String> {
    public boolean add(String s) {
        return super.add(s);
    }
    public boolean remove(Object o) {
        return super.remove(o);
    }
    void forEach(Collection<String> c) {
        for (String s : c) {
            System.out.println(s);
        }
    }
    void references(List<String> l) {
        java.util.function.Consumer<String> r = l::add;
        Runnable b = () -> l.add("x");
        Runnable i = l::iterator;
    }
    void anonymous() {
        Object a = new ArrayList<String>() { };
        Object b = new Thread() { public void run() { } };
        Object c = new HashMap<String, String>(3) { };
        new Thread(() -> { }).start();
    }
    void throwing(String s) {
        throw new IllegalStateException(s);
    }
    void resources(java.io.InputStream in) throws Exception {
        try (java.io.InputStream x = in; java.io.Reader y = new java.io.StringReader("")) {
            x.read();
        }
    }
    void arrays(Object[] a, int[] b, char[] c) {
        a[0] = a;
        Arrays.sort(a);
        Arrays.sort(b);
        Arrays.asList(a);
        Arrays.asList("a", "b");
        int[] d = b.clone();
        Arrays.fill(c, ' ');
    }
    static Object[] field;
    Object[] other;
    String[] strings;
    void fields(Object[] a) {
        field = a;
        other = a;
        strings = null;
        Object[] b = field;
        Shapes.field = other;
        Inherits.field = b;
    }
    public static class Inherits extends Shapes { }
    public class Inner extends Thread {
        Inner() {
            super("x");
        }
        Inner(int i) {
            this();
            other = null;
        }
    }
    void inner() {
        new Inner();
        new Inner(1) { };
        Shapes.this.add("y");
        this.add("z");
        add("w");
    }
    static String concat(StringBuilder b, String s) {
        b.append(s).append(1).append('c').append(b).append(new char[0]);
        return s + b;
    }
    Shapes() {
        super(new ArrayList<String>(List.of("a")));
    }
    Shapes(int i) {
        this();
        add("constructor");
    }
    Shapes(boolean b) {
        super(b ? new ArrayList<>(new HashSet<String>()) : Collections.<String>emptyList());
        iterator();
    }
    private void secret() {
        iterator();
    }
    void callsSecret() {
        secret();
    }
    void catches() {
        try {
            iterator().next();
        } catch (NoSuchElementException e) {
            e.initCause(e);
        } catch (IllegalStateException | IllegalArgumentException e) {
            e.printStackTrace();
        } finally {
            size();
        }
    }
    void boxed(Map<Integer, Long> m, List<Integer> l) {
        m.put(1, 2L);
        l.add(3);
        l.remove(0);
        l.remove((Object) 0);
        m.equals(l);
        l.hashCode();
        ((CharSequence) "s").equals(m);
        "s".equals(m);
        ((Object) l).equals(m);
        Comparable<String> c = "a";
        c.compareTo("b");
        "a".compareTo("b");
    }
}
