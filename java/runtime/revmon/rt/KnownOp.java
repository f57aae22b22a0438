package revmon.rt;

import java.util.List;
import jdk.internal.vm.annotation.ForceInline;

/** Events that can only matter to specs that know one of the values: nothing to do for an object that none knows. */
final class KnownOp extends RecordOp {
    /** By spec; null: none. */
    private final SlowOp[] ops;

    KnownOp(int value, List<SlowOp> some, int specs, ObjectTable objects) {
        super(value, objects);
        ops = new SlowOp[specs];
        for (SlowOp op : some) {
            ops[op.spec()] = op;
        }
    }

    @Override
    @ForceInline
    void run(ObjectRecord record, Object object, Object a, Object b, Object c) {
        runKnown(record, a, b, c);
    }

    private void runKnown(ObjectRecord record, Object a, Object b, Object c) {
        for (Links links : record.allLinks()) {
            SlowOp op = ops[links.spec];
            if (op != null) {
                op.run(record, a, b, c);
            }
        }
    }
}
