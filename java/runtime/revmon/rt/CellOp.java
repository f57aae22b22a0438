package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;

/** Events of pair specs happen to a parent. */
final class CellOp extends RecordOp {
    /** By pair spec: the kind of event; -1: none. */
    private final int[] kinds;

    CellOp(int value, int[] kinds, ObjectTable objects) {
        super(value, objects);
        this.kinds = kinds;
    }

    @Override
    @ForceInline
    void run(ObjectRecord record, Object object, Object a, Object b, Object c) {
        for (PairSpec.Cell cell = record.cells; cell != null; cell = cell.next) {
            int kind = kinds[cell.spec.index];
            if (kind >= 0) {
                PairSpec.parentEvent(cell, kind);
            }
        }
    }
}
