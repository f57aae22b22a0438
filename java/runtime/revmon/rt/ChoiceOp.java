package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** As {@link StepOp}, where the answer to a question decides which events happen, and whether any do. */
final class ChoiceOp extends Op {
    @Stable private final int value;
    @Stable private final Question question;
    /** Null: none. */
    @Stable private final Letter ifYes;
    @Stable private final Letter ifNo;
    @Stable private final Stepper stepper;
    @Stable private final SiteEntry site;

    ChoiceOp(int value, Question question, Letter ifYes, Letter ifNo, Stepper stepper, SiteEntry site) {
        this.value = value + 1;
        this.question = question;
        this.ifYes = ifYes;
        this.ifNo = ifNo;
        this.stepper = stepper;
        this.site = site;
    }

    @Override
    @ForceInline
    void run(Object a, Object b, Object c) {
        Object object = pick(value, a, b, c);
        Letter letter = question.ask(a, b, c) ? ifYes : ifNo;
        if (object != null && letter != null) {
            stepper.step(object, letter, site);
        }
    }
}
