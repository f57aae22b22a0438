package revmon.rt;

/** One compiled spec as the engine needs it: immutable, read from what src/weave/tables.h wrote. */
final class SpecTable {
    static final int BEFORE = 0;
    static final int AFTER = 1;
    static final int AFTER_RETURNING = 2;
    static final int AFTER_THROWING = 3;
    static final int AROUND = 4;

    static final int JOIN_POINT = 0;
    static final int START_THREAD = 1;
    static final int END_THREAD = 2;
    static final int END_PROGRAM = 3;
    static final int END_OBJECT = 4;

    /** A test of the running thread: its name, or a blocked thread's. */
    static final class ThreadTest {
        final boolean blocked;
        /** -1: `name` is meant. */
        final int variable;
        final String name;

        ThreadTest(TableReader in) {
            blocked = in.flag();
            variable = in.i4();
            name = in.text();
        }
    }

    static final class Event {
        final int index;
        final String name;
        final int symbol;
        final int advice;
        final int trigger;
        /** Parameters it binds; with the thread's bit in a perthread spec. */
        final long binds;
        final boolean creates;
        /** By variable: the parameter it is, or -1; and whether it is the running thread. */
        final int[] parameters;
        final boolean[] isThread;
        final ThreadTest[] threads;
        final String[] guards;
        /** Conditions without Java, over the values alone. */
        final ValueTest[] tests;
        final String[] conditions;
        final Code body;
        /** Domains of instances that a useful new instance may continue at this event; null: any. */
        final long[] enabled;

        Event(int index, TableReader in) {
            this.index = index;
            name = in.text();
            symbol = in.i4();
            advice = in.u1();
            trigger = in.u1();
            binds = in.i8();
            creates = in.flag();
            parameters = new int[in.count()];
            isThread = new boolean[parameters.length];
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] = in.i4();
                isThread[i] = in.flag();
            }
            threads = new ThreadTest[in.count()];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new ThreadTest(in);
            }
            guards = in.texts();
            tests = new ValueTest[in.count()];
            for (int i = 0; i < tests.length; i++) {
                tests[i] = new ValueTest(in);
            }
            conditions = in.texts();
            body = new Code(in);
            boolean any = in.flag();
            long[] domains = in.longs();
            enabled = any ? null : domains;
        }

        boolean testsHold(Object[] variables) {
            for (ValueTest test : tests) {
                if (!test.holds(variables)) {
                    return false;
                }
            }
            return true;
        }

        boolean isEnabled(long domain) {
            if (enabled == null) {
                return true;
            }
            for (long set : enabled) {
                if (set == domain) {
                    return true;
                }
            }
            return false;
        }

        boolean happensAt(int moment) {
            switch (advice) {
                case BEFORE:
                case AROUND:
                    return moment == 0;
                case AFTER:
                    return moment != 0;
                default:
                    return moment == advice - 1;
            }
        }
    }

    static final class Handler {
        final String category;
        final long bit;
        final Code code;

        Handler(TableReader in) {
            category = in.text();
            bit = in.i8();
            code = new Code(in);
        }
    }

    static final class Property {
        final Machine machine;
        final Handler[] handlers;
        /** A category that can never be left is reported once, not after every further event. */
        final boolean reportsOnce;
        /** All categories that have a handler. */
        final long handled;

        Property(TableReader in, boolean suffix) {
            reportsOnce = in.flag();
            handlers = new Handler[in.count()];
            long bits = 0;
            for (int i = 0; i < handlers.length; i++) {
                handlers[i] = new Handler(in);
                bits |= handlers[i].bit;
            }
            handled = bits;
            Machine plain = Machine.read(in);
            machine = suffix ? new SuffixMachine(plain) : plain;
        }
    }

    final int id;
    final String name;
    final boolean fullBinding;
    final boolean maximalBinding;
    final boolean connected;
    final boolean perThread;
    final boolean javamop;
    final String[] parameterNames;
    /** With the thread of a perthread spec, which is the last. */
    final int width;
    /** The parameters proper. */
    final long parameters;
    /** "" = no Java. */
    final String supportClass;
    final Event[] events;
    final Property[] properties;
    /** Parameter sets of the events whose bodies report. */
    final long[] bodyBinds;

    SpecTable(int id, boolean javamop, TableReader in) {
        this.id = id;
        this.javamop = javamop;
        name = in.text();
        fullBinding = in.flag();
        maximalBinding = in.flag();
        connected = in.flag();
        boolean suffix = in.flag();
        perThread = in.flag();
        parameterNames = in.texts();
        width = parameterNames.length + (perThread ? 1 : 0);
        parameters = (1L << parameterNames.length) - 1;
        supportClass = in.text();
        events = new Event[in.count()];
        for (int i = 0; i < events.length; i++) {
            events[i] = new Event(i, in);
        }
        properties = new Property[in.count()];
        for (int i = 0; i < properties.length; i++) {
            properties[i] = new Property(in, suffix);
        }
        bodyBinds = in.longs();
    }

    static SpecTable[] readAll(byte[] tables) {
        TableReader in = new TableReader(tables);
        if (in.i4() != 2) {
            throw new IllegalArgumentException("tables of another version");
        }
        boolean javamop = in.flag();
        SpecTable[] specs = new SpecTable[in.count()];
        for (int i = 0; i < specs.length; i++) {
            specs[i] = new SpecTable(i, javamop, in);
        }
        if (!in.atEnd()) {
            throw new IllegalArgumentException("tables with a rest");
        }
        return specs;
    }
}
