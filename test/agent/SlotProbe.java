import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;

/** Looks at slots from inside, through java.util.RevSlots as the agent has made it. Prints what is wrong. */
public class SlotProbe {
    static final Class<?> SLOTS = slots();

    static Class<?> slots() {
        try {
            return Class.forName("java.util.RevSlots");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static Object call(String name, Object... args) throws Exception {
        for (Method method : SLOTS.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == args.length) {
                return method.invoke(null, args);
            }
        }
        throw new AssertionError(name);
    }

    static void check(boolean right, String what) {
        if (!right) {
            System.out.println("WRONG: " + what);
        }
    }

    static class Own implements Iterator<Integer>, Cloneable {
        int left = 2;

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Integer next() {
            return left--;
        }

        @Override
        public Object clone() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    /** Its own clone() relies on the one above, which has told the copy apart already. */
    static class Derived extends Own {
        @Override
        public Object clone() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    static class Unrelated {}

    static Object cloneOf(Object object) throws Exception {
        Method method = object.getClass().getMethod("clone");
        method.setAccessible(true);
        return method.invoke(object);
    }

    public static void main(String[] args) throws Exception {
        List<Object> slotted = new ArrayList<>(Arrays.asList(new ArrayList<>(Arrays.asList(1)), new HashMap<>(), new Own(),
                new Derived(), new HashMap<>(Collections.singletonMap(1, 1)).keySet().iterator(),
                new LinkedHashMap<>(Collections.singletonMap(1, 1)).keySet().iterator(),
                new ConcurrentHashMap<>(Collections.singletonMap(1, 1)).keySet().iterator(), new ArrayList<>().iterator(),
                new LinkedList<>().listIterator(), new ArrayList<>().subList(0, 0), Collections.unmodifiableList(new Vector<>()),
                Arrays.asList(1), Arrays.asList(1).iterator(), new StringBuilder(), new StringBuffer(), new Thread(),
                new Throwable(), new java.io.ByteArrayInputStream(new byte[1]), new java.io.ByteArrayOutputStream(),
                new java.io.StringReader(""), new Hashtable<>(), new java.util.Properties(), Optional.of(1),
                Arrays.asList(1).stream(), new java.util.Scanner(""), new java.util.StringTokenizer(""),
                java.nio.ByteBuffer.allocate(1), new java.util.concurrent.locks.ReentrantLock(), new java.net.Socket()));
        for (Object object : slotted) {
            check((Boolean) call("has", object), "no slot in " + object.getClass());
            // Some of the calls above are events, whose monitors have left their state.
            call("state", object, 0);
            check(call("state", object).equals(0), "state 0 of " + object.getClass());
            call("state", object, 42);
            call("record", object, "r");
            check(call("state", object).equals(42), "state of " + object.getClass());
            check(call("record", object) == "r", "record of " + object.getClass());
        }
        for (Object object : new Object[] {new Object(), "s", 1, new int[1], new Object[1], new Unrelated(), SlotProbe.class}) {
            check(!(Boolean) call("has", object), "a slot in " + object.getClass());
            call("state", object, 42);
            check(call("state", object).equals(0) && call("record", object) == null, "state of " + object.getClass());
        }
        check(!(Boolean) call("has", (Object) null), "a slot in null");
        copies();
        threads();
        if (args.length > 0) {
            virtual();
        }
        System.out.println("done");
    }

    static void copies() throws Exception {
        Object[] originals = {
            new ArrayList<>(Arrays.asList(1)), new ArrayDeque<>(Arrays.asList(1)), new LinkedList<>(Arrays.asList(1)),
            new Vector<>(Arrays.asList(1)), new HashMap<>(), new LinkedHashMap<>(), new TreeMap<>(), new Hashtable<>(),
            new HashSet<>(), new TreeSet<>(), new java.util.IdentityHashMap<>(), new Own(), new Derived(),
            new java.util.concurrent.CopyOnWriteArrayList<>(), new java.util.Properties()
        };
        for (Object original : originals) {
            call("state", original, 7);
            call("record", original, "r");
            Object copy = cloneOf(original);
            check(call("state", copy).equals(0), "state of a copy of " + original.getClass());
            check(call("record", copy) == null, "record of a copy of " + original.getClass());
            check(call("state", original).equals(7) && call("record", original) == "r", "clone changed " + original.getClass());
        }
    }

    static void threads() throws Exception {
        call("me", 1000);
        check(call("me").equals(1000), "the number of this thread");
        Object[] mine = {new ArrayList<>(), new Own(), new StringBuilder(), new Derived(), new HashMap<>()};
        for (Object object : mine) {
            check(call("owner", object).equals(1000), "owner of " + object.getClass());
            check((Boolean) call("owned", object, 1000), "not owned: " + object.getClass());
            check(!(Boolean) call("owned", object, 1001), "owned by another: " + object.getClass());
        }
        Object copy = cloneOf(mine[0]);
        Thread other = new Thread(() -> {
            try {
                check(call("me").equals(0), "a new thread's number");
                call("me", 1001);
                check(call("owner", new ArrayList<>()).equals(1001), "owner in another thread");
                check(call("owner", mine[0]).equals(1000), "owner seen from another thread");
                call("owner", mine[0], -1);
                check(call("owner", cloneOf(copy)).equals(1001), "owner of a copy");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        other.join();
        check(call("owner", mine[0]).equals(-1), "taken over");
        check(!(Boolean) call("owned", mine[0], 1000), "owned although taken over");
        check(call("owner", cloneOf(mine[0])).equals(1000), "owner of a copy of what is shared");
        check(!(Boolean) call("owned", new Object(), 0), "owned without slot");
    }

    static void virtual() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Thread thread = (Thread) start.invoke(null, (Runnable) () -> {
            try {
                check(call("me").equals(0), "a virtual thread's number");
                check(call("owner", new ArrayList<>()).equals(0), "owner on a virtual thread");
                check(!(Boolean) call("owned", new ArrayList<>(), 0), "owned by nobody");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        thread.join();
    }
}
