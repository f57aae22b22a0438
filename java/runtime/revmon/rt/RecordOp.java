package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** Something that only matters to an object of which something is known already. */
abstract class RecordOp extends Op {
    /** Of the values, plus 1. */
    @Stable private final int value;
    @Stable private final ObjectTable objects;

    RecordOp(int value, ObjectTable objects) {
        this.value = value + 1;
        this.objects = objects;
    }

    @Override
    @ForceInline
    final void run(Object a, Object b, Object c) {
        Object object = pick(value, a, b, c);
        ObjectRecord record = object == null ? null : objects.known(object);
        if (record != null) {
            run(record, object, a, b, c);
        }
    }

    /** @param record of `object` */
    abstract void run(ObjectRecord record, Object object, Object a, Object b, Object c);
}
