package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** Events of pair specs happen to a parent. */
final class CellOp extends Op {
    /** Of the values, plus 1. */
    @Stable private final int value;
    /** By pair spec: the kind of event; -1: none. */
    private final int[] kinds;
    @Stable private final ObjectTable objects;

    CellOp(int value, int[] kinds, ObjectTable objects) {
        this.value = value + 1;
        this.kinds = kinds;
        this.objects = objects;
    }

    @Override
    @ForceInline
    void run(Object a, Object b, Object c) {
        Object object = value == 1 ? a : value == 2 ? b : c;
        if (object == null) {
            return;
        }
        ObjectRecord record = PairSpec.recordOf(object, objects);
        if (record == null) {
            return;
        }
        for (PairSpec.Cell cell = record.cells; cell != null; cell = cell.next) {
            int kind = kinds[cell.spec.index];
            if (kind >= 0) {
                PairSpec.parentEvent(cell, kind);
            }
        }
    }
}
