package revmon.rt;

import java.util.List;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** Events that can only matter to specs that know one of the values: nothing to do for an object that none knows. */
final class KnownOp extends Op {
    /** Of the values, plus 1. */
    @Stable private final int value;
    /** By spec; null: none. */
    private final SlowOp[] ops;
    @Stable private final ObjectTable objects;

    KnownOp(int value, List<SlowOp> some, int specs, ObjectTable objects) {
        this.value = value + 1;
        this.objects = objects;
        ops = new SlowOp[specs];
        for (SlowOp op : some) {
            ops[op.spec()] = op;
        }
    }

    @Override
    @ForceInline
    void run(Object a, Object b, Object c) {
        Object object = value == 1 ? a : value == 2 ? b : c;
        if (object == null) {
            return;
        }
        ObjectRecord record = PairSpec.recordOf(object, objects);
        if (record != null) {
            runKnown(record.allLinks(), a, b, c);
        }
    }

    private void runKnown(Links[] known, Object a, Object b, Object c) {
        for (Links links : known) {
            SlowOp op = ops[links.spec];
            if (op != null) {
                op.run(a, b, c);
            }
        }
    }
}
