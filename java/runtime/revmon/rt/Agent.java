package revmon.rt;

import java.util.RevMon;

/**
 * The border between the agent's native code and the code in the JVM. The agent calls the static methods, registers
 * the native ones, and weaves calls of {@link RevMon}'s at(...).
 */
public final class Agent {
    private static volatile Monitoring monitoring;

    private Agent() {}

    /** What is asked for beyond violations ({@link Settings}); before {@link #start}. */
    public static void configure(int events, boolean stats, boolean record) {
        Settings.trail = events;
        Settings.stats = stats;
        Settings.record = record;
    }

    /** Traces of all monitors are kept; before {@link #start}. @param bytes that they may take; 0: a quarter of the heap */
    public static void keepTraces(long bytes) {
        Settings.traces = bytes > 0 ? bytes : Math.max(1, Runtime.getRuntime().maxMemory() / 4);
    }

    /** Which monitors are made ({@link Selection.Wish}); after {@link #keepTraces}, before {@link #start}. */
    public static void select(int mode, double[] numbers, long seed) {
        Settings.select = mode == Selection.OFF ? null : new Selection.Wish(mode, numbers, seed);
        if (mode == Selection.VALG && Settings.traces == 0) {
            keepTraces(0);
            Settings.tracesAreOurs = true;
        }
    }

    /** Starts to monitor. @param tables what src/weave/tables.h encodes; on failure nothing is monitored */
    public static void start(byte[] tables) {
        try {
            Monitoring started = new Monitoring(tables, new Native());
            Failures.setHook(started);
            RVMLogging.setSink(started);
            Tests.install(new Tests(new TestListener()));
            monitoring = started;
            RevMon.hook = started;
        } catch (Throwable failure) {
            failure("cannot start monitoring: " + failure);
        }
    }

    /** A support class that the agent has defined; before {@link #start}. */
    public static void support(Class<?> defined) {
        Support.define(defined);
    }

    /** At VM death, while Java code still runs: endProgram() events. */
    public static void endProgram() {
        Monitoring current = monitoring;
        if (current != null) {
            current.trigger(SpecTable.END_PROGRAM);
            current.flush();
        }
        Deps deps = Deps.get();
        if (deps != null) {
            deps.finish();
        }
    }

    /** On the thread that starts (ends). Threads of the JVM's own are none of the program's. */
    public static void threadStart() {
        Monitoring current = monitoring;
        if (current != null && isOfProgram(Thread.currentThread())) {
            current.trigger(SpecTable.START_THREAD);
        }
    }

    public static void threadEnd() {
        Monitoring current = monitoring;
        if (current != null && isOfProgram(Thread.currentThread())) {
            current.trigger(SpecTable.END_THREAD);
        }
    }

    private static boolean isOfProgram(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        boolean system = group != null && (group.getParent() == null || group.getName().equals("InnocuousThreadGroup"));
        return !system && !thread.getName().equals("DestroyJavaVM");
    }

    /** Stops all monitoring. What was found stays available. */
    public static void stop() {
        RevMon.hook = null;
    }

    /**
     * All violations that were not told before or have happened again since, from any thread. Big-endian, one row
     * each: spec, property, handler, site (4 bytes each, as in {@link #violation}), count, first and last time in
     * milliseconds, occurrences in no known test and in tests beyond those that follow (8 bytes each), number of tests
     * (4 bytes), and for each of them its number (4 bytes) and the occurrences in it (8 bytes).
     */
    public static byte[] counts() {
        Monitoring current = monitoring;
        return current == null ? new byte[0] : current.counts();
    }

    /**
     * By spec, big-endian: events that some monitor took or could have taken, monitors made, monitors freed (8 bytes
     * each). Meant for runs with {@link #configure stats}, where nothing goes a faster way than through the engine.
     */
    public static byte[] statistics() {
        Monitoring current = monitoring;
        return current == null ? new byte[0] : current.statistics();
    }

    /** Lines of a spec's trace. */
    static native void record(int spec, byte[] lines);

    /** A payload of src/trace/trace_file.h. */
    static native void traces(int kind, byte[] payload);

    /** EncodeSite of a woven site; asked once, when it first runs. Null: the site is ignored from then on. */
    static native byte[] siteInfo(int site);

    /**
     * A violation that (spec, property, handler, site) has not had before; {@link #counts} has the later ones.
     *
     * @param property position in the spec, or -1: an event's body printed something, and handler is the event
     * @param site -1: the event has none (the program's end)
     * @param message what the handler printed, else the default message
     * @param extra lines: the number of the test (0: not known); the monitor's objects by class, "c=java.util.ArrayList,
     *     i=..."; then, if asked for, the events that led there, "next a.B.m(B.java:3)"
     */
    static native void violation(int spec, int property, int handler, int site, String message, String thread, String extra);

    /** One line about something that went wrong on our side or in a spec's Java. Already once per cause. */
    static native void failure(String text);

    /** As src/wire/results.h has it: TestRun. */
    static native void testStarted(int id, String name, boolean container);

    static native void testEnded(int id, int outcome, long nanos);

    private static final class TestListener implements Tests.Listener {
        TestListener() {}

        @Override
        public void testStarted(int id, String name, boolean container) {
            Agent.testStarted(id, name, container);
        }

        @Override
        public void testEnded(int id, int outcome, long nanos) {
            Agent.testEnded(id, outcome, nanos);
        }
    }

    private static final class Native implements Natives {
        Native() {}

        @Override
        public byte[] siteInfo(int site) {
            return Agent.siteInfo(site);
        }

        @Override
        public void violation(int spec, int property, int handler, int site, String message, String thread, String extra) {
            Agent.violation(spec, property, handler, site, message, thread, extra);
        }

        @Override
        public void failure(String text) {
            Agent.failure(text);
        }

        @Override
        public void traces(int kind, byte[] payload) {
            Agent.traces(kind, payload);
        }
    }
}
