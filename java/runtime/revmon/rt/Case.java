package revmon.rt;

import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * What a place does for values of certain classes: all type tests are decided. Classes that may be unloaded are not kept
 * alive by it.
 */
final class Case {
    /** Stands for the class of null. */
    private static final class Nothing {
        private Nothing() {}
    }

    /** Which of the three values the case is about (bits 0 to 2); bit 3 is always set. */
    @Stable private final int mask;
    @Stable private final Class<?> a;
    @Stable private final Class<?> b;
    @Stable private final Class<?> c;
    /** Instead of the above, by value, when some class may go away. */
    private final WeakReference<?>[] weak;

    /** How many there are, plus 1. */
    @Stable private final int count;
    @Stable private final Op first;
    @Stable private final Op second;
    @Stable private final Op third;
    @Stable private final Op fourth;
    @Stable private final Op fifth;
    private final Op[] ops;

    Case(int mask, Object a, Object b, Object c, Op[] ops) {
        this.mask = mask | 8;
        Class<?>[] types = {typeOf(a), typeOf(b), typeOf(c)};
        boolean lasting = true;
        for (int i = 0; i < 3; i++) {
            lasting &= (mask >>> i & 1) == 0 || isLasting(types[i]);
        }
        this.a = lasting ? types[0] : null;
        this.b = lasting ? types[1] : null;
        this.c = lasting ? types[2] : null;
        weak = lasting ? null : new WeakReference<?>[3];
        for (int i = 0; !lasting && i < 3; i++) {
            weak[i] = new WeakReference<Class<?>>(types[i]);
        }
        this.ops = ops;
        count = ops.length + 1;
        first = ops.length > 0 ? ops[0] : null;
        second = ops.length > 1 ? ops[1] : null;
        third = ops.length > 2 ? ops[2] : null;
        fourth = ops.length > 3 ? ops[3] : null;
        fifth = ops.length > 4 ? ops[4] : null;
    }

    private static boolean isLasting(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        for (ClassLoader known = ClassLoader.getSystemClassLoader(); known != null; known = known.getParent()) {
            if (known == loader) {
                return true;
            }
        }
        return loader == null;
    }

    @ForceInline
    private static Class<?> typeOf(Object value) {
        return value == null ? Nothing.class : value.getClass();
    }

    @ForceInline
    boolean fits(Object x, Object y, Object z) {
        if (mask == 8) {
            return true;
        }
        if (a == null) {
            return fitsWeakly(x, y, z);
        }
        return ((mask & 1) == 0 || typeOf(x) == a) && ((mask & 2) == 0 || typeOf(y) == b) && ((mask & 4) == 0 || typeOf(z) == c);
    }

    private boolean fitsWeakly(Object x, Object y, Object z) {
        return ((mask & 1) == 0 || weak[0].get() == typeOf(x)) && ((mask & 2) == 0 || weak[1].get() == typeOf(y))
                && ((mask & 4) == 0 || weak[2].get() == typeOf(z));
    }

    @ForceInline
    void run(Object x, Object y, Object z) {
        if (count == 1) {
            return;
        }
        first.run(x, y, z);
        if (count > 2) {
            second.run(x, y, z);
        }
        if (count > 3) {
            third.run(x, y, z);
        }
        if (count > 4) {
            fourth.run(x, y, z);
        }
        if (count > 5) {
            fifth.run(x, y, z);
        }
        if (count > 6) {
            runOthers(x, y, z);
        }
    }

    private void runOthers(Object x, Object y, Object z) {
        for (int i = 5; i < ops.length; i++) {
            ops[i].run(x, y, z);
        }
    }
}
