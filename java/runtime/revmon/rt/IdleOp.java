package revmon.rt;

import java.util.List;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/** Events that matter only once their spec has begun to monitor something. */
final class IdleOp extends Op {
    private final SlowOp[] ops;
    /** All of them slept when so many specs had begun. */
    private int asleepAt = -1;

    IdleOp(List<SlowOp> ops) {
        this.ops = ops.toArray(new SlowOp[0]);
    }

    @Override
    @ForceInline
    void run(Object a, Object b, Object c) {
        if (Engine.begun() != asleepAt) {
            runAwake(a, b, c);
        }
    }

    @DontInline
    private void runAwake(Object a, Object b, Object c) {
        int begun = Engine.begun();
        boolean someRan = false;
        for (SlowOp op : ops) {
            if (op.isAwake()) {
                op.run(a, b, c);
                someRan = true;
            }
        }
        asleepAt = someRan ? -1 : begun;
    }
}
