package java.util;

/**
 * Where woven code enters. It is in java.util, defined by the boot loader, because that package is visible to every
 * class loader and readable from every module; all else of ours is in revmon.rt, behind {@link Hook}.
 *
 * <p>Nothing thrown by us leaves this method, and it does nothing while there is no hook.
 */
public final class RevMon {
    /** What the agent installs when it is ready. */
    public interface Hook {
        /** Contains its own failures; may only throw what stops a thread. */
        void fire(int site, int moment, Object[] values);
    }

    public static final int BEFORE = 0;
    public static final int AFTER_RETURNING = 1;
    public static final int AFTER_THROWING = 2;

    public static volatile Hook hook;

    private RevMon() {}

    /** @param values target, this, result, thrown, arguments; null where there is none (src/weave/site_info.h) */
    public static void fire(int site, int moment, Object[] values) {
        Hook current = hook;
        if (current == null) {
            return;
        }
        try {
            current.fire(site, moment, values);
        } catch (StackOverflowError full) {
            // Even the hook's own guard did not fit; the program's next call will say so itself.
        }
    }
}
