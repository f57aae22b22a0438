package revmon.rt;

import java.util.RevTests;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which test is a thread working for? Woven test frameworks say when one starts and ends, on the thread that runs it.
 *
 * <p>A thread works for the test that it runs; a thread that was started by such a thread works for the same test, and
 * so does a pool's thread while it runs a task of such a thread ({@link Tasks}). Where that is not known (a thread that
 * outlived its test, a pool of the program's own), and exactly one test runs in this JVM, it is that one; else it is
 * nobody's. Nothing here refers to an object of the program: tests are numbers and names.
 */
final class Tests implements RevTests.Hook {
    // The points, as src/weave/test_points.cc numbers them.
    private static final int JUNIT3_START = 0;
    private static final int JUNIT3_END = 1;
    private static final int JUNIT3_FAILED = 2;
    private static final int JUNIT4_START = 3;
    private static final int JUNIT4_END = 4;
    private static final int JUNIT4_FAILED = 5;
    private static final int JUNIT4_ASSUMPTION = 6;
    private static final int JUNIT4_IGNORED = 7;
    private static final int JUNIT4_CLASS_START = 8;
    private static final int JUNIT4_CLASS_END = 9;
    private static final int PLATFORM_START = 10;
    private static final int PLATFORM_END = 11;
    private static final int PLATFORM_SKIPPED = 12;
    private static final int TESTNG_TEST = 13;
    private static final int TESTNG_CONFIGURATION_START = 14;
    private static final int TESTNG_CONFIGURATION_END = 15;
    private static final int TASK_MADE = 16;
    private static final int TASK_START = 17;
    private static final int TASK_END = 18;

    // TestRun::Outcome of src/wire/results.h.
    static final int UNFINISHED = 0;
    static final int PASSED = 1;
    static final int FAILED = 2;
    static final int SKIPPED = 3;

    /** Takes what is found out about tests. */
    interface Listener {
        void testStarted(int id, String name, boolean container);

        void testEnded(int id, int outcome, long nanos);
    }

    /** A test or a class of tests that runs. */
    static final class Scope {
        final int id;
        final String name;
        final boolean container;
        final long start = System.nanoTime();
        /** Frameworks that run on top of each other say the same more than once. */
        int again;
        int outcome = PASSED;
        volatile boolean ended;
        /** What collects its dependencies, if asked for. */
        volatile Deps.Unit unit;

        Scope(int id, String name, boolean container) {
            this.id = id;
            this.name = name;
            this.container = container;
        }
    }

    /** What a thread works for, innermost first. */
    static final class Work {
        /** Null: for nobody. */
        final Scope scope;
        final Work outer;
        /** Of the thread that started this one. */
        final boolean inherited;

        Work(Scope scope, Work outer, boolean inherited) {
            this.scope = scope;
            this.outer = outer;
            this.inherited = inherited;
        }
    }

    private static final class OfThread extends InheritableThreadLocal<Work> {
        OfThread() {}

        @Override
        protected Work childValue(Work parent) {
            return parent == null || parent.scope == null ? null : new Work(parent.scope, null, true);
        }
    }

    /** By name: two frameworks on top of each other, or two lists of listeners, are told of it. */
    private static final ThreadLocal<String> SKIPPED_LAST = new ThreadLocal<String>();
    private static final OfThread WORK = new OfThread();
    private static volatile Tests installed;

    private final Listener listener;
    private final TestNames names = new TestNames();
    private final Tasks tasks = new Tasks();
    private final AtomicInteger last = new AtomicInteger();
    /** Everything that runs. */
    private final ConcurrentMap<Scope, Scope> running = new ConcurrentHashMap<Scope, Scope>();

    Tests(Listener listener) {
        this.listener = listener;
    }

    static void install(Tests tests) {
        installed = tests;
        RevTests.hook = tests;
    }

    /** The number of the test that the running thread works for; 0: not known. */
    static int current() {
        Scope scope = currentScope();
        return scope == null ? 0 : scope.id;
    }

    /** Null: not known. */
    static Scope currentScope() {
        Tests tests = installed;
        return tests == null ? null : tests.find();
    }

    private Scope find() {
        Work work = WORK.get();
        Scope mine = work == null ? null : work.scope;
        // A worker of a fork-join pool was started by whoever came first.
        boolean sure = mine != null && !(work.inherited && Thread.currentThread() instanceof ForkJoinWorkerThread);
        if (sure && (!mine.ended || !work.inherited)) {
            return mine;
        }
        Scope only = null;
        int tests = 0;
        int containers = 0;
        Scope onlyContainer = null;
        for (Scope scope : running.keySet()) {
            if (scope.container) {
                containers++;
                onlyContainer = scope;
            } else {
                tests++;
                only = scope;
            }
        }
        if (tests == 1) {
            return only;
        }
        if (tests == 0 && containers == 1) {
            return onlyContainer;
        }
        // It outlived its test, and nothing else runs.
        return tests == 0 && containers == 0 && sure ? mine : null;
    }

    @Override
    public void at(int point, Object first, Object second) {
        Current current = Current.get();
        if (!current.enter()) {
            return;
        }
        try {
            take(point, first, second);
        } catch (Throwable thrown) {
            Monitoring.passThreadDeath(thrown);
            Agent.failure("a test of this framework is not recognised: " + thrown.getClass().getName() + " at point " + point);
        } finally {
            current.exit();
        }
    }

    private void take(int point, Object first, Object second) throws Exception {
        switch (point) {
            case JUNIT3_START:
                start(names.junit3(first), false);
                break;
            case JUNIT3_END:
                end(names.junit3(first), PASSED);
                break;
            case JUNIT3_FAILED:
                mark(names.junit3(first), FAILED);
                break;
            case JUNIT4_START:
                start(names.junit4(first), false);
                break;
            case JUNIT4_END:
                end(names.junit4(first), PASSED);
                break;
            case JUNIT4_FAILED:
                mark(names.junit4Failure(first), FAILED);
                break;
            case JUNIT4_ASSUMPTION:
                mark(names.junit4Failure(first), SKIPPED);
                break;
            case JUNIT4_IGNORED:
                skip(names.junit4(first));
                break;
            case JUNIT4_CLASS_START:
                start(names.junit4Class(first), true);
                break;
            case JUNIT4_CLASS_END:
                end(names.junit4Class(first), PASSED);
                break;
            case PLATFORM_START:
                start(names.platform(first), names.isContainer(first));
                break;
            case PLATFORM_END:
                end(names.platform(first), names.platformOutcome(second));
                break;
            case PLATFORM_SKIPPED:
                skip(names.isContainer(first) ? null : names.platform(first));
                break;
            case TESTNG_TEST:
                testng(first);
                break;
            case TESTNG_CONFIGURATION_START:
                start(names.testngClass(first), true);
                break;
            case TESTNG_CONFIGURATION_END:
                end(names.testngClass(first), PASSED);
                break;
            case TASK_MADE:
                Work work = WORK.get();
                tasks.made(first, work == null ? null : work.scope);
                break;
            case TASK_START:
                WORK.set(new Work(tasks.started(first), WORK.get(), false));
                break;
            case TASK_END:
                pop();
                break;
            default:
                break;
        }
    }

    private static void pop() {
        Work work = WORK.get();
        if (work == null || work.outer == null) {
            WORK.remove();
        } else {
            WORK.set(work.outer);
        }
    }

    /** TestNG says the state of a test that it is about to tell listeners about. */
    private void testng(Object result) throws Exception {
        int outcome = names.testngOutcome(result);
        Work work = WORK.get();
        Scope scope = work == null ? null : work.scope;
        if (outcome == UNFINISHED) {
            String name = names.testng(result);
            // Two lists of listeners are told.
            if (scope == null || scope.container || scope.ended || !scope.name.startsWith(name)) {
                start(names.numbered(result, name), false);
            }
        } else if (scope != null && !scope.container && scope.name.startsWith(names.testng(result))) {
            end(scope.name, outcome);
            if (outcome == SKIPPED) {
                SKIPPED_LAST.set(names.testng(result));
            }
        } else if (outcome == SKIPPED) {
            skip(names.testng(result));
        }
    }

    private void start(String name, boolean container) {
        if (name == null) {
            return;
        }
        Work work = WORK.get();
        Scope above = work == null ? null : work.scope;
        if (above != null && !above.ended && above.container == container && above.name.equals(name)) {
            above.again++;
            return;
        }
        Scope scope = new Scope(last.incrementAndGet(), name, container);
        running.put(scope, scope);
        WORK.set(new Work(scope, work, false));
        listener.testStarted(scope.id, name, container);
        Deps deps = Deps.get();
        if (deps != null) {
            deps.started(scope, above);
        }
    }

    private void end(String name, int outcome) {
        if (name == null) {
            return;
        }
        Work work = workFor(name);
        Scope scope = work == null ? findRunning(name) : work.scope;
        if (scope == null || scope.ended) {
            return;
        }
        scope.outcome = scope.outcome == PASSED ? outcome : scope.outcome;
        if (scope.again > 0) {
            scope.again--;
            return;
        }
        if (work != null && !work.inherited) {
            // What was started inside and never ended is over, too.
            for (Work inner = WORK.get(); inner != work; inner = inner.outer) {
                if (inner.scope != null) {
                    close(inner.scope);
                }
            }
            if (work.outer == null) {
                WORK.remove();
            } else {
                WORK.set(work.outer);
            }
        }
        close(scope);
        listener.testEnded(scope.id, scope.outcome, System.nanoTime() - scope.start);
    }

    private void close(Scope scope) {
        scope.ended = true;
        running.remove(scope);
        Deps deps = Deps.get();
        if (deps != null) {
            deps.ended(scope);
        }
    }

    /** The innermost of this thread with that name; null: none. */
    private static Work workFor(String name) {
        Work work = WORK.get();
        while (work != null && (work.scope == null || !work.scope.name.equals(name))) {
            work = work.outer;
        }
        return work;
    }

    /** For a test whose end another thread tells. */
    private Scope findRunning(String name) {
        for (Scope scope : running.keySet()) {
            if (scope.name.equals(name)) {
                return scope;
            }
        }
        return null;
    }

    private void mark(String name, int outcome) {
        Work work = name == null ? null : workFor(name);
        Scope scope = work != null ? work.scope : name == null ? null : findRunning(name);
        if (scope != null) {
            scope.outcome = outcome;
        }
    }

    /** It never runs. */
    private void skip(String name) {
        if (name != null && !name.equals(SKIPPED_LAST.get())) {
            SKIPPED_LAST.set(name);
            int id = last.incrementAndGet();
            listener.testStarted(id, name, false);
            listener.testEnded(id, SKIPPED, 0);
        }
    }
}
