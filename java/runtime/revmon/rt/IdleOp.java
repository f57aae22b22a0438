package revmon.rt;

import java.util.List;

/** Events that matter only once their spec has begun to monitor something. */
final class IdleOp extends Op {
    private final SlowOp[] ops;

    IdleOp(List<SlowOp> ops) {
        this.ops = ops.toArray(new SlowOp[0]);
    }

    @Override
    void run(Object a, Object b, Object c) {
        for (SlowOp op : ops) {
            if (op.isAwake()) {
                op.run(a, b, c);
            }
        }
    }
}
