package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** A yes-or-no question about the values of a place, asked each time it is reached. */
final class Question {
    private static final int IS_TRUE = 1;
    private static final int IS_NULL = 2;
    private static final int OTHER = 3;
    private static final int IS_SAME = 4;

    @Stable private final int kind;
    /** The value plus 1. */
    @Stable private final int value;
    @Stable private final int second;
    private final ValueTest[] tests;

    private Question(int kind, int value, int second, ValueTest[] tests) {
        this.kind = kind;
        this.value = value + 1;
        this.second = second + 1;
        this.tests = tests;
    }

    /** Do these hold? Up to negation, which is {@link #isNegated}'s. */
    static Question of(ValueTest[] tests) {
        int only = tests.length == 1 ? tests[0].onlyValue() : -1;
        if (only >= 0) {
            return new Question(tests[0].asksNull() ? IS_NULL : IS_TRUE, only, -1, null);
        }
        int same = tests.length == 1 ? tests[0].onlySameAs() : -1;
        return same >= 0 ? new Question(IS_SAME, tests[0].firstValue(), same, null) : new Question(OTHER, -1, -1, tests);
    }

    static boolean isNegated(ValueTest[] tests) {
        return tests.length == 1 && tests[0].onlyValue() >= 0 && tests[0].isNegated();
    }

    boolean isSame(Question other) {
        return kind != OTHER && kind == other.kind && value == other.value && second == other.second;
    }

    @ForceInline
    boolean ask(Object a, Object b, Object c) {
        if (kind == OTHER) {
            return askOthers(new Object[] {a, b, c});
        }
        Object asked = Op.pick(value, a, b, c);
        if (kind == IS_SAME) {
            return asked == Op.pick(second, a, b, c);
        }
        return kind == IS_TRUE ? asked == Boolean.TRUE : asked == null;
    }

    private boolean askOthers(Object[] values) {
        for (ValueTest test : tests) {
            if (!test.holds(values)) {
                return false;
            }
        }
        return true;
    }
}
