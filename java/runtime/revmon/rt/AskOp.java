package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** Something to do if the answer to a question is the right one. */
final class AskOp extends Op {
    @Stable private final Question question;
    private final boolean wanted;
    @Stable private final Op op;

    AskOp(Question question, boolean wanted, Op op) {
        this.question = question;
        this.wanted = wanted;
        this.op = op;
    }

    @Override
    @ForceInline
    void run(Object a, Object b, Object c) {
        if (question.ask(a, b, c) == wanted) {
            op.run(a, b, c);
        }
    }
}
