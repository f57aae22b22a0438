import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.StringReader;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a program must not notice of slots. Its output is compared with that of a run without the agent. */
public class SlotProgram {
    /** Extends Object, so it gets a new superclass; has constructors of every kind. */
    static class Countdown implements Iterator<Integer>, Cloneable, Serializable {
        private static final List<Object> MADE = new ArrayList<>();
        private final Object lock = new Object();
        private int left;

        Countdown() {
            this(3);
        }

        Countdown(int left) {
            this.left = left > 0 ? left : new Object().hashCode() & 0;
            MADE.add(new Object());
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Integer next() {
            return left--;
        }

        @Override
        public Countdown clone() {
            try {
                return (Countdown) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        private void writeObject(ObjectOutputStream out) throws Exception {
            out.writeInt(left);
        }

        private void readObject(ObjectInputStream in) throws Exception {
            left = in.readInt();
        }
    }

    static class LongCountdown extends Countdown {
        LongCountdown() {
            super(5);
        }
    }

    static class Named<T> extends ArrayList<T> {
        final String name = "named";
    }

    interface Source extends Iterable<String>, AutoCloseable {}

    enum Kind implements Iterator<String> {
        ONE;

        @Override
        public boolean hasNext() {
            return false;
        }

        @Override
        public String next() {
            return name();
        }
    }

    public static void main(String[] args) throws Exception {
        for (String mode : args) {
            switch (mode) {
                case "use": use(); break;
                case "clone": copies(); break;
                case "serial": serial(); break;
                case "reflect": reflect(); break;
                case "churn": churn(); break;
                case "loops": loops(); break;
                default: throw new IllegalArgumentException(mode);
            }
        }
    }

    static void use() throws Exception {
        List<Integer> numbers = new ArrayList<>(Arrays.asList(3, 1, 2));
        Collections.sort(numbers);
        Map<String, Integer> map = new TreeMap<>(new HashMap<>(Collections.singletonMap("a", 1)));
        map.putAll(new ConcurrentHashMap<>(Collections.singletonMap("b", 2)));
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            text.append(entry.getKey()).append(entry.getValue());
        }
        Countdown countdown = new Countdown();
        while (countdown.hasNext()) {
            text.append(countdown.next());
        }
        System.out.println(numbers + " " + map + " " + text + " " + new LongCountdown().next() + Kind.ONE.next());
        System.out.println(IntStream.range(0, 10).boxed().filter(n -> n % 2 == 0).collect(Collectors.toList()));
        System.out.println(numbers.parallelStream().mapToInt(n -> n).sum());
        ListIterator<Integer> back = new LinkedList<>(numbers).listIterator(3);
        while (back.hasPrevious()) {
            System.out.print(back.previous());
        }
        try (Scanner scanner = new Scanner(new StringReader("x y z"))) {
            scanner.next();
            System.out.println(scanner.next());
        }
        Thread[] threads = new Thread[4];
        ReentrantLock lock = new ReentrantLock();
        int[] sum = {0};
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int value : numbers) {
                    lock.lock();
                    try {
                        sum[0] += value;
                    } finally {
                        lock.unlock();
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        System.out.println(sum[0] + " " + pool.submit(() -> new StringTokenizer("p q").countTokens()).get());
        pool.shutdown();
        Iterator<Integer> lambda = numbers.stream().iterator();
        System.out.println(lambda.next() + " " + new Named<>().name);
    }

    static void copies() {
        System.out.println(new ArrayList<>(Arrays.asList(1, 2)).clone());
        System.out.println(new ArrayDeque<>(Arrays.asList(1, 2)).clone());
        System.out.println(new LinkedList<>(Arrays.asList(1, 2)).clone());
        System.out.println(new Vector<>(Arrays.asList(1, 2)).clone());
        System.out.println(new HashMap<>(Collections.singletonMap(1, 2)).clone());
        System.out.println(new LinkedHashMap<>(Collections.singletonMap(1, 2)).clone());
        System.out.println(new TreeMap<>(Collections.singletonMap(1, 2)).clone());
        System.out.println(new Hashtable<>(Collections.singletonMap(1, 2)).clone());
        System.out.println(new IdentityHashMap<>(Collections.singletonMap(1, 2)).clone());
        System.out.println(new HashSet<>(Arrays.asList(1, 2)).clone());
        System.out.println(new TreeSet<>(Arrays.asList(1, 2)).clone());
        System.out.println(new Countdown(7).clone().next() + " " + new Named<>().clone());
    }

    static void serial() throws Exception {
        Object[] all = {
            new Countdown(4), new LongCountdown(), new ArrayList<>(Arrays.asList(1)), new HashMap<>(), new Named<>(),
            new Throwable("t"), new StringBuilder("s"), new PriorityQueue<>(Arrays.asList(2, 1)), new Vector<>(), Kind.ONE,
            new ConcurrentHashMap<>(), new Hashtable<>(), new java.util.Properties(), new java.util.Random(1),
        };
        for (Object object : all) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(object);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                Object copy = in.readObject();
                ObjectStreamClass described = ObjectStreamClass.lookup(copy.getClass());
                System.out.println(described + " " + described.getFields().length + " " + bytes.size());
            }
        }
    }

    static void reflect() throws Exception {
        Class<?>[] all = {
            Thread.class, Throwable.class, ArrayList.class, java.util.AbstractList.class, java.util.AbstractCollection.class,
            java.util.AbstractMap.class, java.io.InputStream.class, java.util.Dictionary.class, StringBuilder.class,
            Class.forName("java.lang.AbstractStringBuilder"), java.nio.Buffer.class, Countdown.class,
            Source.class, Kind.class, java.io.Reader.class, java.util.Optional.class, Scanner.class,
        };
        for (Class<?> type : all) {
            StringBuilder line = new StringBuilder(type.toGenericString());
            List<String> members = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                members.add(field.getName());
            }
            for (Field field : type.getFields()) {
                members.add("public " + field.getName());
            }
            for (Object member : type.getDeclaredConstructors()) {
                members.add(member.toString());
            }
            for (Object member : type.getDeclaredMethods()) {
                members.add(member.toString());
            }
            Collections.sort(members);
            line.append(members).append(Arrays.toString(type.getInterfaces())).append(Modifier.toString(type.getModifiers()));
            System.out.println(line);
        }
        try {
            Thread.class.getDeclaredField("revmonNumber");
            System.out.println("found");
        } catch (NoSuchFieldException expected) {
            System.out.println("hidden");
        }
    }

    /** Many iterators, none of which lives longer than its loop. */
    static void loops() {
        long sum = 0;
        List<Integer> two = new ArrayList<>(Arrays.asList(1, 2));
        for (int i = 0; i < 300000; i++) {
            for (int value : two) {
                sum += value;
            }
        }
        System.out.println(sum);
    }

    /** Short-lived objects of every sort, more than the heap holds. */
    static void churn() {
        long sum = 0;
        List<Integer> two = new ArrayList<>(Arrays.asList(1, 2));
        Map<Integer, List<Integer>> kept = new HashMap<>();
        for (int i = 0; i < 8000; i++) {
            for (int value : two) {
                sum += value;
            }
            List<Integer> list = new ArrayList<>(two);
            list.add(i);
            for (Iterator<Integer> each = list.iterator(); each.hasNext(); ) {
                sum += each.next();
            }
            if (i % 100 == 0) {
                kept.put(i % 3000, list);
            }
            sum += new StringBuilder().append(i).append("x").length();
        }
        for (List<Integer> list : kept.values()) {
            sum += list.size();
        }
        System.out.println(sum);
    }
}
