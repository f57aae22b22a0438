package revmon.rt;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RevDeps;
import java.util.Set;

/**
 * What does each test depend on? Woven places say what runs ({@link RevDeps}); {@link Tests} says for which test.
 *
 * <p>A unit is what dependencies are collected for: a test class, or a test method and, beside it, its class for what
 * runs outside of its tests. While all units that are open lie inside of each other, everything belongs to the
 * innermost, whatever thread it runs on: a woven place sets a byte, and the bytes are collected and cleared when another unit
 * starts or ends.
 *
 * <p>As soon as units run side by side, all classes are woven again, with calls, and everything goes to the unit of the test
 * that its thread works for. What nobody is known to work for, or a test that is over, counts for all that run or will
 * run (src/wire/test_dependencies.h); so does what code says that has not been left since, with its bytes.
 *
 * <p>What runs inside a static initialiser counts for its class, too: whoever uses that class later relies on it. Bytes are
 * collected when one starts and ends; what other threads do meanwhile counts as well. No lock is held while code of
 * the program runs.
 */
final class Deps implements RevDeps.Hook {
    /** DependencyUse::Of of src/wire/test_dependencies.h. */
    private static final int OF_TEST = 0;
    private static final int OF_INITIALIZER = 1;
    private static final int OF_NOBODY = 2;

    /** A test class or method that runs. */
    static final class Unit {
        final int id;
        final String name;
        final Unit outer;
        final Uses uses = new Uses();
        /** Tests and classes of it that run. */
        int open;
        volatile boolean ended;

        Unit(int id, String name, Unit outer) {
            this.id = id;
            this.name = name;
            this.outer = outer;
        }
    }

    /** A static initialiser that a thread runs. */
    private static final class Initializer {
        final int id;
        final Uses uses = new Uses();
        final Initializer outer;

        Initializer(int id, Initializer outer) {
            this.id = id;
            this.outer = outer;
        }
    }

    private static final ThreadLocal<Initializer> RUNNING = new ThreadLocal<Initializer>();
    private static final ClassValue<int[]> TYPE = new ClassValue<int[]>() {
        @Override
        protected int[] computeValue(Class<?> type) {
            boolean hidden = type.getName().indexOf('/') >= 0;
            return new int[] {hidden || type.getClassLoader() == null ? -1 : classNumber(nameOf(type))};
        }
    };
    private static volatile Deps installed;

    private final boolean methods;
    /** By name: units of classes are found again. */
    private final Map<String, Unit> units = new LinkedHashMap<String, Unit>();
    /** Initialisers that run, on whatever thread. */
    private final List<Initializer> initializers = new ArrayList<Initializer>();
    /** Methods that {@link RevDeps#last} has a class for. */
    private final IntList remembered = new IntList();
    /** (class, class of an object in one of its static fields) that were told. */
    private final Set<Long> statics = new HashSet<Long>();
    private Uses nobody = new Uses();
    /** Null: none is open. Only while not apart. */
    private volatile Unit innermost;
    /** Units run side by side. */
    private volatile boolean apart;
    /** They did so once: places call. */
    private volatile boolean calling;
    private volatile int initializing;

    private Deps(boolean methods) {
        this.methods = methods;
    }

    /** @param methods test methods are told apart */
    static void install(boolean methods) {
        Deps deps = new Deps(methods);
        installed = deps;
        RevDeps.hook = deps;
    }

    /** Null: not asked for. */
    static Deps get() {
        return installed;
    }

    static String nameOf(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    @Override
    public void hit(int id) {
        try {
            Initializer initializer = initializer();
            if (initializer != null) {
                initializer.uses.add(id);
            }
            Unit unit = apart ? ofThread() : innermost;
            if (unit != null) {
                unit.uses.add(id);
                return;
            }
            synchronized (this) {
                nobody.add(id);
            }
        } catch (Throwable thrown) {
            lost(thrown);
        }
    }

    @Override
    public void receiver(Class<?> type, int id) {
        try {
            String name = type.getName();
            if (name.indexOf('/') >= 0) {
                // Hidden, as a lambda's: nobody writes a method into it.
                return;
            }
            name = name.replace('.', '/');
            Initializer initializer = initializer();
            if (initializer != null) {
                initializer.uses.addReceiver(id, name);
            }
            Unit unit = apart ? ofThread() : null;
            if (unit != null) {
                unit.uses.addReceiver(id, name);
                return;
            }
            synchronized (this) {
                ofAll().addReceiver(id, name);
                if (!apart && initializing == 0) {
                    remember(id, type);
                }
            }
        } catch (Throwable thrown) {
            lost(thrown);
        }
    }

    private void remember(int id, Class<?> type) {
        Class<?>[] last = RevDeps.last;
        if (id >= last.length) {
            Class<?>[] more = new Class<?>[Math.max(id + 1, 2 * last.length)];
            System.arraycopy(last, 0, more, 0, last.length);
            last = more;
            RevDeps.last = more;
        }
        if (last[id] == null) {
            remembered.add(id);
        }
        last[id] = type;
    }

    @Override
    public void enter(int id) {
        hit(id);
        try {
            Initializer initializer = new Initializer(id, RUNNING.get());
            RUNNING.set(initializer);
            synchronized (this) {
                collect();
                initializers.add(initializer);
                initializing++;
            }
        } catch (Throwable thrown) {
            lost(thrown);
        }
    }

    @Override
    public void leave() {
        try {
            Initializer initializer = RUNNING.get();
            if (initializer == null) {
                return;
            }
            if (initializer.outer == null) {
                RUNNING.remove();
            } else {
                RUNNING.set(initializer.outer);
            }
            synchronized (this) {
                collect();
                initializers.remove(initializer);
                initializing--;
                write(OF_INITIALIZER, initializer.id, initializer.uses);
            }
        } catch (Throwable thrown) {
            lost(thrown);
        }
    }

    @Override
    public void type(Class<?> type) {
        try {
            Class<?> element = type;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            if (element.isPrimitive()) {
                return;
            }
            int id = TYPE.get(element)[0];
            if (id >= 0) {
                hit(id);
            }
        } catch (Throwable thrown) {
            lost(thrown);
        }
    }

    @Override
    public void stored(Class<?> type, int id) {
        try {
            int stored = type.isArray() ? -1 : TYPE.get(type)[0];
            if (stored < 0) {
                return;
            }
            synchronized (this) {
                if (statics.add((long) id << 32 | stored)) {
                    Uses uses = new Uses();
                    uses.add(stored);
                    write(OF_INITIALIZER, id, uses);
                }
            }
        } catch (Throwable thrown) {
            lost(thrown);
        }
    }

    @Override
    public void file(String path) {
        try {
            if (!FileNames.matters(path)) {
                return;
            }
            Initializer initializer = initializer();
            if (initializer != null) {
                initializer.uses.addFile(path);
            }
            Unit unit = apart ? ofThread() : null;
            if (unit != null) {
                unit.uses.addFile(path);
                return;
            }
            synchronized (this) {
                ofAll().addFile(path);
            }
        } catch (Throwable thrown) {
            lost(thrown);
        }
    }

    /** That this thread runs; null: none. */
    private Initializer initializer() {
        return initializing == 0 ? null : RUNNING.get();
    }

    /** Where everything goes that is no unit's own. */
    private Uses ofAll() {
        return apart || innermost == null ? nobody : innermost.uses;
    }

    /** Null: nobody's, or the test is over. */
    private static Unit ofThread() {
        Tests.Scope scope = Tests.currentScope();
        Unit unit = scope == null || scope.ended ? null : scope.unit;
        return unit == null || unit.ended ? null : unit;
    }

    /** Something was used and is not written down. */
    private static void lost(Throwable thrown) {
        Monitoring.passThreadDeath(thrown);
        if (thrown instanceof StackOverflowError) {
            // The place is told again when there is room.
            return;
        }
        blind("revmon", "a use was lost: " + thrown.getClass().getName());
    }

    /** @param outer that it runs inside of, or null */
    void started(Tests.Scope scope, Tests.Scope outer) {
        boolean call;
        synchronized (this) {
            open(scope, outer);
            call = apart && !calling;
            calling |= apart;
        }
        if (call) {
            callFromNowOn();
        }
    }

    private void open(Tests.Scope scope, Tests.Scope outer) {
        String name = methods ? scope.name : className(scope.name);
        Unit unit = methods ? null : units.get(name);
        if (unit == null) {
            collect();
            Unit around = outer == null || outer.ended ? null : outer.unit;
            unit = new Unit(scope.id, name, around != null && !around.ended ? around : null);
            boolean inside = units.isEmpty() || innermost != null && unit.outer == innermost;
            units.put(key(unit), unit);
            unitOpened(unit.id, name, unit.outer == null ? 0 : unit.outer.id);
            if (!apart) {
                apart = !inside;
                innermost = inside ? unit : null;
            }
        }
        unit.open++;
        scope.unit = unit;
    }

    synchronized void ended(Tests.Scope scope) {
        Unit unit = scope.unit;
        if (unit == null || --unit.open > 0) {
            return;
        }
        collect();
        units.remove(key(unit));
        unit.ended = true;
        writeNobody();
        write(OF_TEST, unit.id, unit.uses);
        unitClosed(unit.id);
        if (apart ? units.size() <= 1 : innermost == unit) {
            Unit left = null;
            // The one that is left, or the last of those that lie inside of each other.
            for (Unit each : units.values()) {
                left = each;
            }
            innermost = left;
            apart = false;
        }
    }

    private String key(Unit unit) {
        return methods ? unit.name + " " + unit.id : unit.name;
    }

    /** At the program's end. */
    synchronized void finish() {
        collect();
        writeNobody();
        unitsFinished();
    }

    /** What the bytes say goes where it belongs, and nothing has been seen from now on. */
    private void collect() {
        int[] ids = take(RevDeps.SEEN);
        for (int id : ids) {
            ofAll().add(id);
        }
        for (Initializer initializer : initializers) {
            for (int id : ids) {
                initializer.uses.add(id);
            }
        }
        Class<?>[] last = RevDeps.last;
        for (int i = 0; i < remembered.size(); i++) {
            last[remembered.get(i)] = null;
        }
        remembered.shrinkTo(0);
    }

    private void writeNobody() {
        Uses uses = nobody;
        nobody = new Uses();
        write(OF_NOBODY, 0, uses);
    }

    private static void write(int of, int id, Uses uses) {
        if (!uses.isEmpty()) {
            used(of, id, uses.ids(), uses.receivers(), uses.files());
        }
    }

    private static String className(String test) {
        int method = test.indexOf('#');
        return method < 0 ? test : test.substring(0, method);
    }

    /**
     * What was used, as src/wire/test_dependencies.h has it: DependencyUse.
     *
     * @param ids numbers of woven places
     * @param receivers lines: number of a woven method, class it ran on
     * @param files lines
     */
    static native void used(int of, int id, int[] ids, String receivers, String files);

    /** The numbers of bytes that are set, which are cleared. */
    private static native int[] take(byte[] seen);

    /** All classes get places that call. */
    private static native void callFromNowOn();

    /** @param outer the unit that it runs inside of, or 0 */
    static native void unitOpened(int id, String name, int outer);

    static native void unitClosed(int id);

    static native void unitsFinished();

    /** Something is used from now on that nobody sees. */
    static native void blind(String name, String reason);

    /** For a class that is used otherwise than by woven code; -1: not one of the program's. */
    static native int classNumber(String name);
}
