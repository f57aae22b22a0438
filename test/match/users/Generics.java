package users;

import java.util.*;
import java.util.concurrent.*;

/** User types over JDK types: overriding with type arguments, without, in between, by default methods. */
@SuppressWarnings("all")
public class Generics {
    public static class StringMap extends HashMap<String, String> {
        @Override public String put(String k, String v) {
            return super.put(k, v);
        }
        @Override public Set<String> keySet() {
            return super.keySet();
        }
        public String put(String k, int v) {
            return null;
        }
    }
    public static class PlainMap extends HashMap<String, String> { }
    public static class RawMap extends HashMap {
        @Override public Object put(Object k, Object v) {
            return null;
        }
    }
    public static class Bounded<K extends Number, V extends List<K>> extends TreeMap<K, V> { }
    public static class Swapped<A extends CharSequence, B> extends AbstractMap<B, A> {
        @Override public Set<Map.Entry<B, A>> entrySet() {
            return null;
        }
        @Override public A put(B b, A a) {
            return null;
        }
    }
    public interface Names extends List<String> { }
    public interface Redeclares extends Collection<Integer> {
        @Override boolean add(Integer i);
        @Override Iterator<Integer> iterator();
    }
    public static abstract class NamesImpl extends ArrayList<String> implements Names { }
    public static abstract class Both extends AbstractCollection<Integer> implements Redeclares { }
    public static class MyIterator<T> implements Iterator<T> {
        public boolean hasNext() {
            return false;
        }
        public T next() {
            return null;
        }
    }
    public static class IntIterator extends MyIterator<Integer> implements ListIterator<Integer> {
        public Integer next() {
            return 1;
        }
        public boolean hasPrevious() {
            return false;
        }
        public Integer previous() {
            return 0;
        }
        public int nextIndex() {
            return 0;
        }
        public int previousIndex() {
            return 0;
        }
        public void remove() { }
        public void set(Integer i) { }
        public void add(Integer i) { }
    }
    public static class Ordered implements Comparable<Ordered>, Comparator<Ordered> {
        public int compareTo(Ordered o) {
            return 0;
        }
        public int compare(Ordered a, Ordered b) {
            return 0;
        }
    }
    public enum Color implements Runnable {
        RED, GREEN { public void run() { } };
        public void run() { }
    }
    public interface WithInitializer {
        Object O = new Object();
    }
    public interface WithoutInitializer {
        int I = 3;
    }
    public static class MyRandom extends Random {
        @Override protected int next(int bits) {
            return super.next(bits);
        }
    }
    public static class MyStream extends java.io.FilterInputStream implements java.io.Serializable {
        MyStream() {
            super(null);
        }
        @Override public int read() {
            return 0;
        }
    }
    public static class MyException extends Exception {
        MyException(String s) {
            super(s);
        }
        MyException(Throwable t) {
            super(t);
        }
    }
    public static class MyThread extends Thread {
        MyThread(Runnable r) {
            super(r);
        }
        @Override public void run() {
            super.run();
        }
        @Override public synchronized void start() {
            super.start();
        }
    }
    public static class MySocket extends java.net.SocketImpl {
        protected void create(boolean b) { }
        protected void connect(String s, int p) { }
        protected void connect(java.net.InetAddress a, int p) { }
        protected void connect(java.net.SocketAddress a, int t) { }
        protected void bind(java.net.InetAddress a, int p) { }
        protected void listen(int b) { }
        protected void accept(java.net.SocketImpl s) { }
        protected java.io.InputStream getInputStream() {
            return null;
        }
        protected java.io.OutputStream getOutputStream() {
            return null;
        }
        protected int available() {
            return 0;
        }
        protected void close() { }
        protected void sendUrgentData(int d) { }
        public void setOption(int o, Object v) { }
        public Object getOption(int o) {
            return null;
        }
        void use() {
            getOutputStream();
            close();
            getInputStream();
        }
    }

    void calls(StringMap a, PlainMap b, RawMap c, Bounded<Integer, List<Integer>> d, Swapped<String, Integer> e) {
        a.put("", "");
        a.put("", 1);
        a.keySet();
        a.values();
        a.size();
        a.putAll(b);
        b.put("", "");
        b.keySet();
        b.entrySet();
        b.remove("");
        c.put("", "");
        c.keySet();
        d.put(1, null);
        d.get(1);
        d.subMap(1, 2);
        d.keySet();
        d.navigableKeySet();
        e.put(1, "");
        e.entrySet();
        e.get(1);
        ((Map<String, String>) a).put("", "");
        ((AbstractMap<String, String>) a).put("", "");
        a.equals(b);
        a.hashCode();
        a.clone();
    }
    void lists(Names a, Redeclares b, NamesImpl c, Both d) {
        a.add("");
        a.iterator();
        a.addAll(c);
        a.size();
        a.equals(b);
        b.add(1);
        b.iterator();
        b.size();
        c.add("");
        c.iterator();
        c.subList(0, 1);
        c.containsAll(a);
        c.toString();
        d.add(1);
        d.iterator();
        d.contains(2);
    }
    void iterators(MyIterator<String> a, IntIterator b, Iterator<String> c, ListIterator<?> d, Scanner e) {
        a.hasNext();
        a.next();
        a.remove();
        b.hasNext();
        b.next();
        b.remove();
        b.previous();
        b.add(1);
        c.next();
        d.next();
        d.previous();
        e.next();
        e.hasNext();
    }
    public enum E { A }
    void enums(EnumMap<E, String> a, EnumSet<E> b, Set<E> c) {
        a.put(E.A, "");
        a.get(E.A);
        b.add(E.A);
        b.remove(E.A);
        b.contains(E.A);
        c.add(E.A);
        b.iterator();
        new EnumMap<E, String>(E.class);
    }
    void others(Ordered a, MyRandom b, MyStream c, MyException d, MyThread e, Color f) throws Exception {
        a.compareTo(a);
        a.compare(a, a);
        b.nextInt();
        b.next(3);
        c.read();
        c.read(new byte[3]);
        c.close();
        c.mark(3);
        d.initCause(d);
        new MyException("");
        new MyException((Throwable) d);
        e.start();
        e.run();
        e.join();
        e.wait();
        f.run();
        f.compareTo(f);
        new MyThread(e);
        new MyStream().reset();
        Thread.currentThread().interrupt();
        e.setDaemon(true);
        MyThread.sleep(3);
        MyThread.currentThread();
    }
    <T extends List<String> & java.io.Closeable, S extends StringBuilder> void variables(T t, S[] s, S one) throws Exception {
        t.add("");
        t.close();
        t.iterator().next();
        s.clone();
        one.append("");
    }
    public static class Outer<T> {
        class In extends ArrayList<T> { }
        class Over extends ArrayList<T> {
            @Override public boolean add(T t) {
                return false;
            }
        }
    }
    void nested(Outer<String>.In a, Outer<String>.Over b) {
        a.add("");
        b.add("");
    }
    public interface Hidden {
        default Iterator<String> iterator() {
            return null;
        }
    }
    public static class Diamond extends ArrayList<String> implements Hidden {
        public Iterator<String> iterator() {
            return Hidden.super.iterator();
        }
    }
    void diamonds(Diamond d, Hidden h) {
        d.iterator();
        h.iterator();
    }
    public static abstract class Widening extends AbstractList<String> implements Queue<String> { }
    void widening(Widening w, ConcurrentHashMap<String, String> m, BlockingQueue<? super Integer> q) throws Exception {
        w.add("");
        w.offer("");
        w.poll();
        w.clear();
        w.listIterator().set("");
        m.keySet();
        m.keySet().iterator();
        m.putIfAbsent("", "");
        q.add(1);
        q.put(2);
        q.offer(3, 1, TimeUnit.DAYS);
    }
}
