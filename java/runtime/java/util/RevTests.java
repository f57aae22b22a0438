package java.util;

/**
 * Where woven test frameworks and executors enter (src/weave/test_points.h). In java.util for the same reason as
 * {@link RevMon}; nothing thrown by us leaves it, and it does nothing while there is no hook.
 */
public final class RevTests {
    /** What the agent installs when it is ready. */
    public interface Hook {
        /** Contains its own failures; may only throw what stops a thread. */
        void at(int point, Object first, Object second);
    }

    public static volatile Hook hook;

    private RevTests() {}

    /** @param point a number of revmon.rt.Tests; what the two objects are depends on it */
    public static void at(Object first, Object second, int point) {
        Hook current = hook;
        if (current == null) {
            return;
        }
        try {
            current.at(point, first, second);
        } catch (StackOverflowError full) {
            // The program's next call will say so itself.
        }
    }

    public static void at(Object first, int point) {
        at(first, null, point);
    }
}
