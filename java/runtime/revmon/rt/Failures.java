package revmon.rt;

import java.util.HashSet;
import java.util.Set;

/**
 * Where a spec's Java ends up when it throws. Nothing of it reaches the program.
 *
 * <p>Everything is contained, StackOverflowError and OutOfMemoryError too: the program would have gone on
 * without the spec, and when stack or heap really are at their end its own next step says so. The one exception
 * is ThreadDeath: somebody stopped the program's thread, and that stays the program's.
 */
public final class Failures {
    /** Takes over reporting; called on the thread of the program. */
    public interface Hook {
        void failed(String spec, String where, Throwable failure);
    }

    private static final int MOST_PLACES = 1000;
    private static final Set<String> SEEN = new HashSet<String>();
    private static volatile Hook hook;

    private Failures() {}

    /** Null: one line on System.err for the first failure at each place. */
    public static void setHook(Hook newHook) {
        hook = newHook;
    }

    /** Called by generated code only, with what a spec's Java threw. */
    public static void contain(String spec, String where, Throwable failure) {
        if (failure.getClass().getName().equals("java.lang.ThreadDeath")) {
            throw (Error) failure;
        }
        try {
            Hook current = hook;
            if (current != null) {
                current.failed(spec, where, failure);
            } else if (isFirst(spec + '\n' + where)) {
                System.err.println("revmon: spec " + spec + ": " + where + " threw " + describe(failure));
            }
        } catch (Throwable duringReport) {
            // There is nobody left to tell.
        }
    }

    /** Runs the static initialisers of a support class; false when they threw, which is reported. */
    public static boolean initialize(String spec, Class<?> support) {
        try {
            Class.forName(support.getName(), true, support.getClassLoader());
            return true;
        } catch (Throwable failure) {
            Throwable cause = failure instanceof ExceptionInInitializerError ? failure.getCause() : failure;
            contain(spec, "a static initialiser", cause == null ? failure : cause);
            return false;
        }
    }

    private static boolean isFirst(String place) {
        synchronized (SEEN) {
            return SEEN.size() < MOST_PLACES && SEEN.add(place);
        }
    }

    /** toString() of an exception is code of the program or the spec: not called. */
    private static String describe(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        String name = failure.getClass().getName();
        return trace.length == 0 ? name : name + " at " + trace[0];
    }
}
