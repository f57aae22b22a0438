import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Random calls of the APIs that specifications speak of, on a few objects of each kind, so that rules are kept and broken
 * in every way. The same seed makes the same calls. Usage: RandomUse SEED STEPS [THREADS]
 */
public final class RandomUse {
    private static final int KEPT = 3;

    private final Random random;
    private final List<Collection<Object>> collections = new ArrayList<>();
    private final List<Map<Object, Object>> maps = new ArrayList<>();
    private final List<NavigableMap<Object, Object>> sorted = new ArrayList<>();
    private final List<NavigableSet<Object>> sets = new ArrayList<>();
    private final List<Iterator<?>> iterators = new ArrayList<>();
    private final List<ListIterator<Object>> listIterators = new ArrayList<>();
    private final List<Enumeration<?>> enumerations = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private final List<InputStream> streams = new ArrayList<>();
    private final List<Writer> writers = new ArrayList<>();
    private final List<ByteArrayOutputStream> outputs = new ArrayList<>();
    private final List<StringBuilder> builders = new ArrayList<>();
    private final List<Scanner> scanners = new ArrayList<>();
    private final List<StringTokenizer> tokenizers = new ArrayList<>();
    private final List<Matcher> matchers = new ArrayList<>();
    private final List<ReentrantLock> locks = new ArrayList<>();

    private RandomUse(long seed) {
        random = new Random(seed);
    }

    private <T> void keep(List<T> list, T value) {
        synchronized (list) {
            if (list.size() < KEPT) {
                list.add(value);
            } else {
                list.set(random.nextInt(KEPT), value);
            }
        }
    }

    private <T> T any(List<T> list) {
        synchronized (list) {
            return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
        }
    }

    private Object value() {
        return "v" + random.nextInt(6);
    }

    private void make() {
        switch (random.nextInt(20)) {
            case 0: keep(collections, new ArrayList<>(Arrays.asList("v1", "v2"))); break;
            case 1: keep(collections, new LinkedList<>(Arrays.asList("v1", "v3"))); break;
            case 2: keep(collections, new HashSet<>(Arrays.asList("v4", "v5"))); break;
            case 3: keep(collections, new Vector<>(Arrays.asList("v1", "v2"))); break;
            case 4: keep(collections, new ArrayDeque<>(Arrays.asList("v1", "v2"))); break;
            case 5: keep(collections, Collections.synchronizedList(new ArrayList<>(Arrays.asList("v1")))); break;
            case 6: keep(collections, new PriorityQueue<>(Arrays.asList("v1", "v2"))); break;
            case 7: keep(maps, new HashMap<>(Collections.singletonMap("v1", "v2"))); break;
            case 8: keep(maps, Collections.synchronizedMap(new HashMap<>(Collections.singletonMap("v1", "v2")))); break;
            case 9: keep(sorted, new TreeMap<>(Collections.singletonMap("v1", "v2"))); break;
            case 10: keep(sets, new TreeSet<>(Arrays.asList("v1", "v2"))); break;
            case 11: keep(readers, new BufferedReader(new StringReader("some text"))); break;
            case 12: keep(streams, new ByteArrayInputStream(new byte[50])); break;
            case 13: keep(streams, new PushbackInputStream(new ByteArrayInputStream(new byte[9]), 2)); break;
            case 14: keep(writers, new StringWriter()); break;
            case 15: keep(outputs, new ByteArrayOutputStream()); break;
            case 16: keep(builders, new StringBuilder("abc")); break;
            case 17: keep(scanners, new Scanner("1 two 3 four")); break;
            case 18: keep(tokenizers, new StringTokenizer("a b c")); break;
            default:
                keep(matchers, Pattern.compile("[a-c]").matcher("abcabc"));
                keep(locks, new ReentrantLock());
                break;
        }
    }

    private void views() {
        Collection<Object> c = any(collections);
        Map<Object, Object> m = any(maps);
        NavigableMap<Object, Object> n = any(sorted);
        switch (random.nextInt(12)) {
            case 0: keep(iterators, c.iterator()); break;
            case 1: keep(listIterators, ((List<Object>) c).listIterator()); break;
            case 2: keep(listIterators, ((List<Object>) c).listIterator(1)); break;
            case 3: keep(iterators, m.keySet().iterator()); break;
            case 4: keep(iterators, m.values().iterator()); break;
            case 5: keep(iterators, m.entrySet().iterator()); break;
            case 6: keep(collections, m.keySet()); break;
            case 7: keep(enumerations, ((Vector<Object>) c).elements()); break;
            case 8: keep(iterators, n.navigableKeySet().iterator()); break;
            case 9: keep(sorted, n.headMap("v4", true)); break;
            case 10: keep(sets, any(sets).descendingSet()); break;
            default: keep(collections, ((List<Object>) c).subList(0, 1)); break;
        }
    }

    @SuppressWarnings("unchecked")
    private void useCollections() {
        Collection<Object> c = any(collections);
        if (c.size() > 100) {
            c.clear();
        }
        switch (random.nextInt(12)) {
            case 0: c.add(value()); break;
            case 1: c.remove(value()); break;
            case 2: c.addAll(any(collections)); break;
            case 3: c.size(); break;
            case 4: Collections.sort((List<String>) (List<?>) c); break;
            case 5: Collections.binarySearch((List<String>) (List<?>) c, "v2"); break;
            case 6: ((List<Object>) c).set(0, value()); break;
            case 7: ((Deque<Object>) c).push(value()); break;
            case 8: c.contains(value()); break;
            case 9: ((Set<Object>) c).retainAll(Collections.singleton(value())); break;
            case 10:
                for (Object each : c) {
                    if (random.nextInt(4) == 0) {
                        c.remove(each);
                    }
                }
                break;
            default:
                synchronized (c) {
                    for (Iterator<Object> i = c.iterator(); i.hasNext();) {
                        i.next();
                    }
                }
                break;
        }
    }

    private void useMaps() {
        Map<Object, Object> m = random.nextBoolean() ? any(maps) : any(sorted);
        switch (random.nextInt(6)) {
            case 0: m.put(value(), value()); break;
            case 1: m.remove(value()); break;
            case 2: m.putAll(any(maps)); break;
            case 3: m.keySet().add(value()); break;
            case 4: any(sorted).put(value(), value()); break;
            default: any(sets).add(value()); break;
        }
    }

    private void useIterators() {
        Iterator<?> i = any(iterators);
        ListIterator<Object> l = any(listIterators);
        Enumeration<?> e = any(enumerations);
        switch (random.nextInt(14)) {
            case 0: i.hasNext(); break;
            case 1:
            case 2: i.next(); break;
            case 3: i.remove(); break;
            case 4: l.hasNext(); break;
            case 5: l.next(); break;
            case 6: l.hasPrevious(); break;
            case 7: l.previous(); break;
            case 8: l.set(value()); break;
            case 9: l.add(value()); break;
            case 10: l.remove(); break;
            case 11: e.hasMoreElements(); break;
            case 12: e.nextElement(); break;
            default:
                if (i.hasNext()) {
                    i.next();
                }
                break;
        }
    }

    private void useStreams() throws IOException {
        Reader r = any(readers);
        InputStream s = any(streams);
        Writer w = any(writers);
        switch (random.nextInt(16)) {
            case 0: r.read(); break;
            case 1: r.mark(3); break;
            case 2: r.reset(); break;
            case 3: r.close(); break;
            case 4: s.read(); break;
            case 5: s.mark(4); break;
            case 6: s.reset(); break;
            case 7: s.close(); break;
            case 8: s.read(new byte[3]); break;
            case 9: w.write("x"); break;
            case 10: w.close(); break;
            case 11: w.flush(); break;
            case 12: any(outputs).write(3); break;
            case 13: any(outputs).toByteArray(); break;
            case 14: any(outputs).close(); break;
            default: s.skip(1); break;
        }
    }

    private void useOthers() {
        switch (random.nextInt(16)) {
            case 0: any(builders).append("x"); break;
            case 1: any(builders).deleteCharAt(0); break;
            case 2: any(scanners).hasNext(); break;
            case 3: any(scanners).next(); break;
            case 4: any(scanners).nextInt(); break;
            case 5: any(scanners).hasNextInt(); break;
            case 6: any(scanners).close(); break;
            case 7: any(tokenizers).hasMoreTokens(); break;
            case 8: any(tokenizers).nextToken(); break;
            case 9: any(matchers).find(); break;
            case 10: any(matchers).group(); break;
            case 11: any(matchers).reset(); break;
            case 12: any(locks).tryLock(); break;
            case 13: any(locks).unlock(); break;
            case 14: Optional.ofNullable(random.nextBoolean() ? value() : null).get(); break;
            default: new Exception("x").initCause(new Exception("y")).initCause(null); break;
        }
    }

    private void step() {
        try {
            switch (random.nextInt(8)) {
                case 0: make(); break;
                case 1: views(); break;
                case 2: useCollections(); break;
                case 3: useMaps(); break;
                case 4:
                case 5: useIterators(); break;
                case 6: useStreams(); break;
                default: useOthers(); break;
            }
        } catch (RuntimeException | IOException expected) {
            // What the program thinks of it is not the question.
        }
    }

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int steps = Integer.parseInt(args[1]);
        int threads = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        RandomUse use = new RandomUse(seed);
        for (int i = 0; i < 60; i++) {
            use.make();
        }
        if (threads == 1) {
            for (int i = 0; i < steps; i++) {
                use.step();
            }
            return;
        }
        CountDownLatch start = new CountDownLatch(1);
        Thread[] all = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            all[t] = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException impossible) {
                    return;
                }
                for (int i = 0; i < steps; i++) {
                    use.step();
                }
            });
            all[t].setDaemon(true);
            all[t].start();
        }
        start.countDown();
        for (Thread thread : all) {
            thread.join(20000);
        }
    }
}
