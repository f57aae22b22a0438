package revmon.rt;

/**
 * What a spec calls com.runtimeverification.rvmonitor.java.rt.RVMLogging: how it reports.
 *
 * <p>Both `out` and `err` go to one sink, which learns the spec and the site too. Generated code prints through
 * {@link #out(String, Site)}, which knows them; a helper method of a spec prints through the static fields, and then they are
 * those of the body that runs on this thread ({@link #enter}).
 */
public final class RVMLogging {
    public enum Level { ALL, WARNING, CRITICAL, NONE, UNIQUE }

    /** Takes what specs print. Called on the thread of the program; what it throws is contained. */
    public interface Sink {
        /**
         * @param spec null when printed outside of any body
         * @param site null when the event has none
         * @param level null when none was given
         * @param ends whether the line ends here
         */
        void print(String spec, Site site, boolean err, Level level, String text, boolean ends);
    }

    private static final Sink TO_STDERR = new Sink() {
        @Override
        public void print(String spec, Site site, boolean err, Level level, String text, boolean ends) {
            if (ends) {
                System.err.println(text);
            } else {
                System.err.print(text);
            }
        }
    };
    private static volatile Sink sink = TO_STDERR;
    private static final ThreadLocal<RVMLogging> CURRENT = new ThreadLocal<RVMLogging>();
    private static final RVMLogging NOWHERE = new RVMLogging(null, null);

    public static final Printer out = new Printer(null, false);
    public static final Printer err = new Printer(null, true);

    private final String spec;
    private final Site site;

    private RVMLogging(String spec, Site site) {
        this.spec = spec;
        this.site = site;
    }

    /** Null: System.err. Never System.out, which may be a test runner's channel. */
    public static void setSink(Sink newSink) {
        sink = newSink == null ? TO_STDERR : newSink;
    }

    /** For the code of one body or handler. */
    public static Printer out(String spec, Site site) {
        return new Printer(new RVMLogging(spec, site), false);
    }

    public static Printer err(String spec, Site site) {
        return new Printer(new RVMLogging(spec, site), true);
    }

    /** Around a body that calls a helper that prints: what leave() takes back. */
    public static Object enter(String spec, Site site) {
        RVMLogging before = CURRENT.get();
        CURRENT.set(new RVMLogging(spec, site));
        return before;
    }

    public static void leave(Object before) {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set((RVMLogging) before);
        }
    }

    /** The methods specs use of java.io.PrintStream, with and without a level. */
    public static final class Printer {
        private final RVMLogging context;  // null: that of the thread
        private final boolean err;

        private Printer(RVMLogging context, boolean err) {
            this.context = context;
            this.err = err;
        }

        public void println(Level level, Object text) {
            print(level, text, true);
        }

        public void print(Level level, Object text) {
            print(level, text, false);
        }

        public void println() {
            print(null, "", true);
        }

        public void println(Object text) {
            print(null, text, true);
        }

        public void println(char[] text) {
            print(null, new String(text), true);
        }

        public void print(Object text) {
            print(null, text, false);
        }

        public void print(char[] text) {
            print(null, new String(text), false);
        }

        public Printer printf(String format, Object... args) {
            print(null, String.format(format, args), false);
            return this;
        }

        public Printer format(String format, Object... args) {
            return printf(format, args);
        }

        public void flush() {}

        private void print(Level level, Object text, boolean ends) {
            RVMLogging where = context != null ? context : CURRENT.get();
            if (where == null) {
                where = NOWHERE;
            }
            sink.print(where.spec, where.site, err, level, String.valueOf(text), ends);
        }
    }
}
