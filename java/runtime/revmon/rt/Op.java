package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;

/** One thing to do at a place, for values of known classes. Contains its own failures. */
abstract class Op {
    /** @param value which of the three, plus 1: a field that is 0 is no constant to the JIT */
    @ForceInline
    static Object pick(int value, Object a, Object b, Object c) {
        return value == 1 ? a : value == 2 ? b : c;
    }

    abstract void run(Object a, Object b, Object c);
}
