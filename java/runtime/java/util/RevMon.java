package java.util;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Where woven code enters. It is in java.util, defined by the boot loader, because that package is visible to every
 * class loader and readable from every module; all else of ours is in revmon.rt, behind {@link Hook}.
 *
 * <p>A woven place passes a code, which is its number and the moment (code = site * 4 + moment), and exactly the values
 * that its events need, in a fixed order (src/weave/site_code.h). Behind each code is one {@link Spot}, found once: the
 * table is stable, so the JIT sees a constant where the code is one, and inlines what the spot does.
 *
 * <p>Nothing thrown by us leaves these methods, and they do nothing while there is no hook.
 */
public final class RevMon {
    /** What happens at one code. Contains its own failures; may only throw what stops a thread, and StackOverflowError. */
    public abstract static class Spot {
        static final Object[] NOTHING = new Object[0];

        protected Spot() {}

        public abstract void fire(Object[] values);

        public void fire() {
            fire(NOTHING);
        }

        public void fire(Object a) {
            fire(new Object[] {a});
        }

        public void fire(Object a, Object b) {
            fire(new Object[] {a, b});
        }

        public void fire(Object a, Object b, Object c) {
            fire(new Object[] {a, b, c});
        }

        /** @param result what the call answered, passed first */
        public void fire(boolean result, Object a) {
            fire(new Object[] {result, a});
        }
    }

    /** What the agent installs when it is ready. */
    public interface Hook {
        /** Never null. @param values of the first run */
        Spot spot(int code, Object[] values);
    }

    public static final int BEFORE = 0;
    public static final int AFTER_RETURNING = 1;
    public static final int AFTER_THROWING = 2;

    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;
    /** Codes beyond 4 million have no place: those sites are not monitored. */
    private static final int PAGES = 1 << 14;

    public static volatile Hook hook;

    @Stable private static final Spot[][] SPOTS = new Spot[PAGES][];

    private RevMon() {}

    @ForceInline
    public static void at(int code) {
        try {
            Spot spot = find(code);
            if (spot == null && (spot = resolve(code, Spot.NOTHING)) == null) {
                return;
            }
            spot.fire();
        } catch (StackOverflowError full) {
            // Even the spot's own guard did not fit; the program's next call will say so itself.
        }
    }

    @ForceInline
    public static void at(Object a, int code) {
        try {
            Spot spot = find(code);
            if (spot == null && (spot = resolve(code, new Object[] {a})) == null) {
                return;
            }
            spot.fire(a);
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    @ForceInline
    public static void at(boolean result, Object a, int code) {
        try {
            Spot spot = find(code);
            if (spot == null && (spot = resolve(code, new Object[] {result, a})) == null) {
                return;
            }
            spot.fire(result, a);
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    @ForceInline
    public static void at(Object a, Object b, int code) {
        try {
            Spot spot = find(code);
            if (spot == null && (spot = resolve(code, new Object[] {a, b})) == null) {
                return;
            }
            spot.fire(a, b);
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    @ForceInline
    public static void at(Object a, Object b, Object c, int code) {
        try {
            Spot spot = find(code);
            if (spot == null && (spot = resolve(code, new Object[] {a, b, c})) == null) {
                return;
            }
            spot.fire(a, b, c);
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    public static void at(Object[] values, int code) {
        try {
            Spot spot = find(code);
            if (spot == null && (spot = resolve(code, values)) == null) {
                return;
            }
            spot.fire(values);
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    @ForceInline
    private static Spot find(int code) {
        Spot[] page = SPOTS[code >>> PAGE_BITS & PAGES - 1];
        return page == null ? null : page[code & PAGE - 1];
    }

    /** Null: nothing is monitored (yet). */
    @DontInline
    private static Spot resolve(int code, Object[] values) {
        Hook current = hook;
        if (current == null || code >>> PAGE_BITS >= PAGES) {
            return null;
        }
        Spot made = current.spot(code, values);
        synchronized (SPOTS) {
            Spot[] page = SPOTS[code >>> PAGE_BITS];
            if (page == null) {
                page = new Spot[PAGE];
            }
            if (page[code & PAGE - 1] == null) {
                page[code & PAGE - 1] = made;
            }
            SPOTS[code >>> PAGE_BITS] = page;
            return page[code & PAGE - 1];
        }
    }
}
