package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** Events of one-object specs happen to one of the values. */
final class StepOp extends Op {
    /** Of the values, plus 1. */
    @Stable private final int value;
    @Stable private final Letter letter;
    @Stable private final Stepper stepper;
    @Stable private final SiteEntry site;

    StepOp(int value, Letter letter, Stepper stepper, SiteEntry site) {
        this.value = value + 1;
        this.letter = letter;
        this.stepper = stepper;
        this.site = site;
    }

    @Override
    @ForceInline
    void run(Object a, Object b, Object c) {
        Object object = pick(value, a, b, c);
        if (object != null) {
            stepper.step(object, letter, site);
        }
    }
}
