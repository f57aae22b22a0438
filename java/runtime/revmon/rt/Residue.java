package revmon.rt;

import java.lang.reflect.Method;

/**
 * What is left to test of one alternative of a pointcut, and where its values are: positions of src/weave/site_info.h
 * as read, indexes into the values that are passed once {@link #passedAs} has been asked.
 */
final class Residue {
    static final int THREAD = -1;
    static final int NONE = -2;

    static final class TypeTest {
        final int position;
        final String type;
        final boolean negated;
        final boolean annotation;

        TypeTest(int position, String type, boolean negated, boolean annotation) {
            this.position = position;
            this.type = type;
            this.negated = negated;
            this.annotation = annotation;
        }

        boolean holds(Object[] values) {
            Object value = valueAt(position, values);
            return (annotation ? Types.hasAnnotation(value, type) : Types.isInstance(value, type)) != negated;
        }
    }

    final TypeTest[] types;
    final Method[] guards;
    private final boolean[] negated;
    final int[] variables;
    final int[] flows;
    final int[] notFlows;

    private Residue(TableReader in, Support support) {
        types = new TypeTest[in.count()];
        for (int i = 0; i < types.length; i++) {
            types[i] = new TypeTest(in.s2(), in.text(), in.flag(), in.flag());
        }
        guards = new Method[in.count()];
        negated = new boolean[guards.length];
        for (int i = 0; i < guards.length; i++) {
            String name = in.text();
            guards[i] = support == null ? null : support.method(name);
            negated[i] = in.flag();
        }
        variables = new int[in.count()];
        for (int i = 0; i < variables.length; i++) {
            variables[i] = in.s2();
        }
        flows = in.ints();
        notFlows = in.ints();
    }

    private Residue(Residue other, TypeTest[] types) {
        this.types = types;
        guards = other.guards;
        negated = other.negated;
        variables = other.variables;
        flows = other.flows;
        notFlows = other.notFlows;
    }

    private Residue(Residue other, int[] passed) {
        types = new TypeTest[other.types.length];
        for (int i = 0; i < types.length; i++) {
            TypeTest test = other.types[i];
            types[i] = new TypeTest(indexOf(test.position, passed), test.type, test.negated, test.annotation);
        }
        variables = new int[other.variables.length];
        for (int i = 0; i < variables.length; i++) {
            variables[i] = indexOf(other.variables[i], passed);
        }
        guards = other.guards;
        negated = other.negated;
        flows = other.flows;
        notFlows = other.notFlows;
    }

    static Residue[] readAll(TableReader in, Support support) {
        Residue[] residues = new Residue[in.count()];
        for (int i = 0; i < residues.length; i++) {
            residues[i] = new Residue(in, support);
        }
        return residues;
    }

    /** The same with positions as they are passed. */
    static Residue[] passedAs(Residue[] residues, int[] passed) {
        Residue[] placed = new Residue[residues.length];
        for (int i = 0; i < residues.length; i++) {
            placed[i] = new Residue(residues[i], passed);
        }
        return placed;
    }

    private static int indexOf(int position, int[] passed) {
        for (int i = 0; i < passed.length; i++) {
            if (passed[i] == position) {
                return i;
            }
        }
        return position == THREAD ? THREAD : NONE;
    }

    private static Object valueAt(int position, Object[] values) {
        if (position == THREAD) {
            return Thread.currentThread();
        }
        return position == NONE || position >= values.length ? null : values[position];
    }

    /** What is left of it for values of these classes; null: nothing, some type is wrong. */
    Residue decide(Object[] values) {
        int left = 0;
        TypeTest[] rest = new TypeTest[types.length];
        for (TypeTest test : types) {
            if (test.position == THREAD) {
                rest[left++] = test;
            } else if (!test.holds(values)) {
                return null;
            }
        }
        return new Residue(this, java.util.Arrays.copyOf(rest, left));
    }

    /** Nothing is left to test. */
    boolean isPlain() {
        return types.length == 0 && guards.length == 0 && flows.length == 0 && notFlows.length == 0;
    }

    boolean typesAndFlowsHold(Object[] values, Current current) {
        for (TypeTest test : types) {
            if (!test.holds(values)) {
                return false;
            }
        }
        for (int flow : flows) {
            if (!current.isIn(flow)) {
                return false;
            }
        }
        for (int flow : notFlows) {
            if (current.isIn(flow)) {
                return false;
            }
        }
        return true;
    }

    Object[] bind(Object[] values) {
        Object[] bound = new Object[variables.length];
        for (int i = 0; i < bound.length; i++) {
            bound[i] = valueAt(variables[i], values);
        }
        return bound;
    }

    boolean guardsHold(Support support, Object[] bound, Current current) {
        for (int i = 0; i < guards.length; i++) {
            if (guards[i] == null || support.guard(current, guards[i], bound) == negated[i]) {
                return false;
            }
        }
        return true;
    }
}
