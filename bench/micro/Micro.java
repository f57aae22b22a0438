import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One shape of monitored code, timed: Micro SHAPE MILLISECONDS [weakmap]. Prints "SHAPE ns-per-element answer violations".
 * The answer does not depend on how the program is run; violations are those that the weak-map monitors counted (the agent
 * writes its own). With `weakmap` the events are raised by hand into {@link WeakMaps}.
 */
public final class Micro {
    private static final int ROUNDS = 5;

    /** Does a bit of work, `elements` elements of it. */
    abstract static class Shape {
        final int elements;

        Shape(int elements) {
            this.elements = elements;
        }

        abstract long run(boolean weakMap);
    }

    static long iterate(Collection<Integer> all) {
        long sum = 0;
        Iterator<Integer> it = all.iterator();
        while (it.hasNext()) {
            sum += it.next();
        }
        return sum;
    }

    static long iterateMonitored(Collection<Integer> all) {
        long sum = 0;
        Iterator<Integer> it = all.iterator();
        WeakMaps.create(all, it);
        boolean has = it.hasNext();
        WeakMaps.hasNext(it, has);
        while (has) {
            WeakMaps.next(it);
            sum += it.next();
            has = it.hasNext();
            WeakMaps.hasNext(it, has);
        }
        return sum;
    }

    static List<Integer> numbers(int count) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(i % 100);
        }
        return list;
    }

    static final class Loop extends Shape {
        private final List<Integer> list;

        Loop(int size) {
            super(size);
            list = numbers(size);
        }

        @Override
        long run(boolean weakMap) {
            return weakMap ? iterateMonitored(list) : iterate(list);
        }
    }

    static final class Megamorphic extends Shape {
        private final List<Collection<Integer>> all = new ArrayList<>();

        Megamorphic() {
            super(8 * 10);
            List<Integer> ten = numbers(10);
            all.add(new ArrayList<>(ten));
            all.add(new LinkedList<>(ten));
            all.add(new HashSet<>(ten));
            all.add(new TreeSet<>(ten));
            all.add(new ArrayDeque<>(ten));
            all.add(new Vector<>(ten));
            all.add(new LinkedHashSet<>(ten));
            all.add(new PriorityQueue<>(ten));
        }

        @Override
        long run(boolean weakMap) {
            long sum = 0;
            for (int i = 0; i < 8; i++) {
                sum += weakMap ? iterateMonitored(all.get(i)) : iterate(all.get(i));
            }
            return sum;
        }
    }

    static final class Builder extends Shape {
        Builder() {
            super(20);
        }

        @Override
        long run(boolean weakMap) {
            StringBuilder text = new StringBuilder();
            if (weakMap) {
                WeakMaps.newBuilder(text);
            }
            for (int i = 0; i < 20; i++) {
                if (weakMap) {
                    WeakMaps.useBuilder(text);
                }
                text.append((char) ('a' + i));
            }
            if (weakMap) {
                WeakMaps.useBuilder(text);
            }
            return text.length();
        }
    }

    /** A collection is changed, then iterated over. */
    static final class Changing extends Shape {
        private final List<Integer> list = numbers(6);

        Changing() {
            super(6);
        }

        @Override
        long run(boolean weakMap) {
            list.remove(list.size() - 1);
            boolean added = list.add(5);
            if (weakMap) {
                WeakMaps.change(list);
                WeakMaps.change(list);
            }
            return (added ? 1 : 0) + (weakMap ? iterateMonitored(list) : iterate(list));
        }
    }

    /** A map is changed, then iterated over through a view. */
    static final class Views extends Shape {
        private final Map<Integer, Integer> map = new HashMap<>();

        Views() {
            super(6);
            for (int i = 0; i < 6; i++) {
                map.put(i, i);
            }
        }

        @Override
        long run(boolean weakMap) {
            map.remove(5);
            map.put(5, 5);
            Set<Integer> keys = map.keySet();
            if (weakMap) {
                WeakMaps.change(map);
                WeakMaps.change(map);
                WeakMaps.create(map, keys);
            }
            return weakMap ? iterateMonitored(keys) : iterate(keys);
        }
    }

    static final class NoParameter extends Shape {
        private final Set<Object> set = new HashSet<>();
        private final String[] words = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};

        NoParameter() {
            super(10);
        }

        @Override
        long run(boolean weakMap) {
            long added = 0;
            for (String word : words) {
                if (weakMap) {
                    WeakMaps.addToSet(set, word);
                }
                added += set.add(word) ? 0 : 1;
            }
            return added - added + set.size();
        }
    }

    /** An iterator that several threads may use. */
    static final class Ticket implements Iterator<Integer> {
        private final AtomicLong last = new AtomicLong();

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public Integer next() {
            return (int) (last.incrementAndGet() & 63);
        }
    }

    static long draw(Iterator<Integer> tickets, int count, boolean weakMap) {
        long drawn = 0;
        for (int i = 0; i < count; i++) {
            boolean has = tickets.hasNext();
            if (weakMap) {
                WeakMaps.hasNext(tickets, has);
                WeakMaps.next(tickets);
            }
            drawn += has ? 1 : 0;
            tickets.next();
        }
        return drawn;
    }

    /** Two threads at work, on one object or on one each. */
    static final class Threads extends Shape {
        private static final int COUNT = 200_000;
        private final boolean shared;

        Threads(boolean shared) {
            super(2 * COUNT);
            this.shared = shared;
        }

        @Override
        long run(boolean weakMap) {
            Ticket ticket = new Ticket();
            long[] drawn = new long[2];
            Thread[] threads = new Thread[2];
            for (int t = 0; t < 2; t++) {
                int number = t;
                threads[t] = new Thread(() -> drawn[number] = shared ? draw(ticket, COUNT, weakMap) : loops(weakMap));
                threads[t].start();
            }
            try {
                threads[0].join();
                threads[1].join();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
            return drawn[0] + drawn[1];
        }

        private static long loops(boolean weakMap) {
            List<Integer> list = numbers(100);
            long sum = 0;
            for (int i = 0; i < COUNT / 100; i++) {
                sum += weakMap ? iterateMonitored(list) : iterate(list);
            }
            return sum;
        }
    }

    private Micro() {}

    private static Shape shape(String name) {
        switch (name) {
            case "loop":
                return new Loop(100);
            case "short":
                return new Loop(2);
            case "megamorphic":
                return new Megamorphic();
            case "builder":
                return new Builder();
            case "changing":
                return new Changing();
            case "views":
                return new Views();
            case "no-parameter":
                return new NoParameter();
            case "contended":
                return new Threads(true);
            case "unshared":
                return new Threads(false);
            default:
                throw new IllegalArgumentException("no shape " + name);
        }
    }

    /** CPU time, so that other load on the machine does not count: of this thread, or of all where several are at work. */
    private static long clock(Shape shape) {
        if (shape instanceof Threads) {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    public static void main(String[] args) {
        Shape shape = shape(args[0]);
        long millis = Long.parseLong(args[1]);
        boolean weakMap = args.length > 2;
        long answer = shape.run(weakMap);
        double best = Double.MAX_VALUE;
        for (int round = 0; round <= ROUNDS; round++) {
            long runs = 0;
            long start = clock(shape);
            long end = System.nanoTime() + millis * 1_000_000 / ROUNDS;
            while (System.nanoTime() - end < 0) {
                for (int i = 0; i < (shape.elements > 1000 ? 1 : 200); i++, runs++) {
                    if (shape.run(weakMap) != answer) {
                        throw new IllegalStateException("another answer");
                    }
                }
            }
            double nanos = (double) (clock(shape) - start) / runs / shape.elements;
            best = round == 0 ? best : Math.min(best, nanos);
        }
        System.out.printf("%s %.3f %d %d%n", args[0], best, answer, WeakMaps.violations());
    }
}
