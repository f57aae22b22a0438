package revmon.rt;

import java.util.Arrays;
import java.util.LinkedHashSet;

/** Runs a machine from every event on: a state is the set of states of all suffixes. */
final class SuffixMachine extends Machine {
    private static final class Suffixes {
        final Object[] states;

        Suffixes(Object[] states) {
            this.states = states;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Suffixes && Arrays.equals(states, ((Suffixes) other).states);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(states);
        }
    }

    private static final Suffixes NONE = new Suffixes(new Object[0]);
    private final Machine machine;

    SuffixMachine(Machine machine) {
        this.machine = machine;
    }

    @Override
    Object initial() {
        return NONE;
    }

    /** The suffix that starts with this event joins; equal states have the same future and are kept once. */
    @Override
    Object step(Object state, int symbol) {
        LinkedHashSet<Object> next = new LinkedHashSet<Object>();
        for (Object suffix : ((Suffixes) state).states) {
            next.add(machine.step(suffix, symbol));
        }
        next.add(machine.step(machine.initial(), symbol));
        return new Suffixes(next.toArray());
    }

    @Override
    long categories(Object state) {
        long categories = 0;
        for (Object suffix : ((Suffixes) state).states) {
            categories |= machine.categories(suffix);
        }
        return categories;
    }

    @Override
    long permanent(Object state) {
        long categories = 0;
        for (Object suffix : ((Suffixes) state).states) {
            categories |= machine.permanent(suffix);
        }
        return categories;
    }

    @Override
    boolean canReport(Object state, long alive) {
        boolean can = machine.canReport(machine.initial(), alive);
        for (Object suffix : ((Suffixes) state).states) {
            can |= machine.canReport(suffix, alive);
        }
        return can;
    }

    @Override
    boolean isExhausted(Object state) {
        for (Object suffix : ((Suffixes) state).states) {
            if (machine.isExhausted(suffix)) {
                return true;
            }
        }
        return false;
    }
}
