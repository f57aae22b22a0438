package revmon.rt;

/** A condition over the values of an event, in postfix order (src/wire/plan.h). Immutable. */
final class ValueTest {
    private static final int TRUE = 0;
    private static final int NULL = 1;
    private static final int SAME = 2;
    private static final int EQUAL = 3;
    private static final int LESS = 4;
    private static final int LESS_OR_EQUAL = 5;
    private static final int NOT = 6;
    private static final int AND = 7;
    private static final int CONSTANT = 0xffff;

    private final int[] ops;
    private final int[] left;
    private final int[] right;
    private final long[] constants;

    ValueTest(TableReader in) {
        int count = in.count();
        ops = new int[count];
        left = new int[count];
        right = new int[count];
        constants = new long[count];
        for (int i = 0; i < count; i++) {
            ops[i] = in.u1();
            left[i] = in.s2() & 0xffff;
            right[i] = in.s2() & 0xffff;
            constants[i] = in.i8();
        }
    }

    private ValueTest(ValueTest other, int[] positions) {
        ops = other.ops;
        left = moved(other.left, positions);
        right = moved(other.right, positions);
        constants = other.constants;
    }

    private static int[] moved(int[] variables, int[] positions) {
        int[] moved = new int[variables.length];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = variables[i] < positions.length ? positions[variables[i]] : variables[i];
        }
        return moved;
    }

    /** The same over the values of a place: variable i is the value at positions[i]. All of them must be values. */
    ValueTest over(int[] positions) {
        return new ValueTest(this, positions);
    }

    /** If it only asks whether one value is true (false), or null (not null): that value; else -1. */
    int onlyValue() {
        boolean only = (ops[0] == TRUE || ops[0] == NULL) && (ops.length == 1 || ops.length == 2 && ops[1] == NOT);
        return only ? left[0] : -1;
    }

    /** If it only asks whether two values are one object: the other one; else -1. The first is {@link #firstValue}. */
    int onlySameAs() {
        return ops.length == 1 && ops[0] == SAME ? right[0] : -1;
    }

    int firstValue() {
        return left[0];
    }

    boolean asksNull() {
        return ops[0] == NULL;
    }

    boolean isNegated() {
        return ops.length == 2;
    }

    /** Reads nothing but values? */
    boolean isOver(int[] positions) {
        for (int i = 0; i < ops.length; i++) {
            if (ops[i] < NOT && (positions[left[i]] < 0
                    || ops[i] >= SAME && right[i] != CONSTANT && positions[right[i]] < 0)) {
                return false;
            }
        }
        return true;
    }

    /** The answers so far are bits of one word, the last one lowest. */
    boolean holds(Object[] variables) {
        long answers = 0;
        for (int i = 0; i < ops.length; i++) {
            switch (ops[i]) {
                case NOT:
                    answers ^= 1;
                    break;
                case AND:
                    answers = answers >>> 1 & (answers | ~1L);
                    break;
                default:
                    if (ops[i] > AND) {
                        answers = answers >>> 1 | answers & 1;
                    } else {
                        answers = answers << 1 | (atom(i, variables) ? 1 : 0);
                    }
            }
        }
        return (answers & 1) != 0;
    }

    private boolean atom(int i, Object[] variables) {
        Object value = variables[left[i]];
        switch (ops[i]) {
            case TRUE:
                return Boolean.TRUE.equals(value);
            case NULL:
                return value == null;
            case SAME:
                return value == variables[right[i]];
            default:
                long a = number(value);
                long b = right[i] == CONSTANT ? constants[i] : number(variables[right[i]]);
                return ops[i] == EQUAL ? a == b : ops[i] == LESS ? a < b : ops[i] == LESS_OR_EQUAL && a <= b;
        }
    }

    private static long number(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).longValue();
    }
}
