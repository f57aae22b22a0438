package revmon.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which events of a spec need not be told to all instances at once. A map that is changed has as many instances as it has
 * had iterators since the last garbage collection, and all but one of them will never be used again.
 *
 * <p>A late event binds one object, makes nothing and never reports. The object remembers when each kind of them was last
 * ({@link Links#late}), and an instance catches up when it is next used: valid where a sequence of such events does the same
 * as its kinds in the order of their last occurrence ({@link PairSpec#isSettledByLast}).
 *
 * <p>An event is inert for a domain if nobody will ever notice whether an instance of this domain has seen it: in no state
 * that is reached by events which together bind the whole domain does it report, or change what is reported later.
 *
 * <p>Only for specs without Java, of one property that is an automaton; nothing is late or inert in others.
 */
final class Laziness {
    private static final int MOST_KINDS = 4;
    private static final int MOST_STATES = 256;
    private static final int MOST_PAIRS = 1 << 14;

    private final SpecTable spec;
    /** Null: all is told at once. */
    private final Machine.Dfa machine;
    /** By event; -1: it is not late. */
    private final int[] kindOf;
    /** By kind: the parameter whose object remembers it, and a symbol that has its effect. */
    private final int[] parameters;
    private final int[] symbols;
    /** Made when first needed. */
    private int[] classes;

    Laziness(SpecTable spec) {
        this.spec = spec;
        machine = isPlain(spec) ? (Machine.Dfa) spec.properties[0].machine : null;
        kindOf = new int[spec.events.length];
        Arrays.fill(kindOf, -1);
        List<int[]> effects = new ArrayList<int[]>();
        IntList owners = new IntList();
        IntList examples = new IntList();
        for (int e = 0; machine != null && e < kindOf.length; e++) {
            int[] effect = lateEffectOf(spec.events[e]);
            if (effect == null) {
                continue;
            }
            int parameter = Long.numberOfTrailingZeros(spec.events[e].binds);
            for (int k = 0; k < effects.size(); k++) {
                boolean same = owners.get(k) == parameter && Arrays.equals(effects.get(k), effect);
                kindOf[e] = same ? k : kindOf[e];
            }
            if (kindOf[e] < 0) {
                kindOf[e] = effects.size();
                effects.add(effect);
                owners.add(parameter);
                examples.add(spec.events[e].symbol);
            }
        }
        boolean fits = effects.size() <= MOST_KINDS && PairSpec.isSettledByLast(effects.toArray(new int[0][]));
        if (!fits) {
            Arrays.fill(kindOf, -1);
        }
        parameters = fits ? owners.toArray() : new int[0];
        symbols = fits ? examples.toArray() : new int[0];
    }

    private static boolean isPlain(SpecTable spec) {
        return spec.width > 1 && spec.properties.length == 1 && spec.properties[0].machine instanceof Machine.Dfa
                && spec.supportClass.isEmpty() && spec.bodyBinds.length == 0 && !spec.javamop && !spec.connected
                && !spec.maximalBinding && !Settings.needInstances();
    }

    /** What the event does to each state; null: it is not late. */
    private int[] lateEffectOf(SpecTable.Event event) {
        if (Long.bitCount(event.binds) != 1 || event.creates || !event.body.isEmpty() || event.enabled == null) {
            return null;
        }
        for (long domain : event.enabled) {
            // It would be joined with instances of this domain.
            if ((domain & event.binds) == 0) {
                return null;
            }
        }
        int[] effect = new int[machine.size()];
        for (int state = 0; state < effect.length; state++) {
            effect[state] = machine.next(state, event.symbol);
            if ((machine.categoriesOf(effect[state]) & spec.properties[0].handled) != 0) {
                return null;
            }
        }
        return effect;
    }

    /** -1: it is not late. */
    int kindOf(SpecTable.Event event) {
        return kindOf[event.index];
    }

    /** A late event happens to the object whose links these are. */
    void postpone(SpecTable.Event event, Links links, long now) {
        if (links.late == null) {
            links.late = new long[parameters.length];
        }
        links.late[kindOf[event.index]] = now;
    }

    /** Applies what the instance has missed. */
    void catchUp(Instance instance, long now) {
        long seen = instance.seen;
        for (int next = 0; next >= 0;) {
            next = -1;
            long first = Long.MAX_VALUE;
            for (int k = 0; k < parameters.length; k++) {
                long last = lastOf(instance, k);
                if (last > seen && last < first) {
                    first = last;
                    next = k;
                }
            }
            if (next >= 0) {
                Object state = machine.step(instance.states[0], symbols[next]);
                instance.states[0] = state;
                instance.held[0] = machine.categories(state);
                instance.settled[0] = machine.permanent(state);
                seen = first;
            }
        }
        instance.seen = now;
    }

    /** When the last event of the kind was that concerns the instance; 0: there was none. */
    private long lastOf(Instance instance, int kind) {
        ObjectRecord record = instance.objects[parameters[kind]];
        Links links = record == null ? null : record.links(spec.id);
        return links == null || links.late == null ? 0 : links.late[kind];
    }

    /** By event: need instances of this domain not be told of it? */
    boolean[] inertFor(long domain) {
        boolean[] inert = new boolean[spec.events.length];
        boolean[] states = machine == null || machine.size() > MOST_STATES ? null : statesOf(domain);
        for (SpecTable.Event event : spec.events) {
            inert[event.index] = states != null && event.body.isEmpty() && !mayMake(event, domain) && isInert(event, states);
        }
        return inert;
    }

    /** Can an instance of the domain come out of this event? Then the existing ones have to be found. */
    private static boolean mayMake(SpecTable.Event event, long domain) {
        if (event.enabled == null || event.binds == domain) {
            return true;
        }
        for (long part : event.enabled) {
            if ((part & event.binds) != event.binds && (part | event.binds) == domain) {
                return true;
            }
        }
        return false;
    }

    private boolean isInert(SpecTable.Event event, boolean[] states) {
        if (classes == null) {
            classes = classesOfStates();
        }
        for (int state = 0; state < states.length; state++) {
            int next = machine.next(state, event.symbol);
            if (states[state] && (classes[next] != classes[state] || reported(state, next) != 0)) {
                return false;
            }
        }
        return true;
    }

    private long reported(int before, int after) {
        SpecTable.Property property = spec.properties[0];
        long held = machine.categoriesOf(after) & property.handled;
        return property.reportsOnce ? held & ~machine.permanentOf(before) : held;
    }

    /** By state: states of one class report the same, now and after whatever comes. */
    private int[] classesOfStates() {
        int[] current = new int[machine.size()];
        for (int count = 1, before = 0; count != before;) {
            before = count;
            Map<List<Long>, Integer> numbers = new HashMap<List<Long>, Integer>();
            int[] finer = new int[current.length];
            for (int state = 0; state < current.length; state++) {
                List<Long> key = new ArrayList<Long>();
                for (SpecTable.Event event : spec.events) {
                    int next = machine.next(state, event.symbol);
                    key.add(reported(state, next));
                    key.add((long) current[next]);
                }
                if (!numbers.containsKey(key)) {
                    numbers.put(key, numbers.size());
                }
                finer[state] = numbers.get(key);
            }
            current = finer;
            count = numbers.size();
        }
        return current;
    }

    /** States after traces whose events bind the domain, all of it and nothing else; null: too many to tell. */
    private boolean[] statesOf(long domain) {
        boolean[] states = new boolean[machine.size()];
        List<long[]> work = new ArrayList<long[]>();
        Set<String> known = new HashSet<String>();
        work.add(new long[] {0, 0});
        for (int at = 0; at < work.size(); at++) {
            int state = (int) work.get(at)[0];
            long bound = work.get(at)[1];
            states[state] |= bound == domain;
            for (SpecTable.Event event : spec.events) {
                if ((event.binds & ~domain) != 0) {
                    continue;
                }
                long[] next = {machine.next(state, event.symbol), bound | event.binds};
                if (known.add(next[0] + " " + next[1])) {
                    work.add(next);
                }
            }
            if (work.size() > MOST_PAIRS) {
                return null;
            }
        }
        // A handler may reset an instance, which keeps its domain.
        return resets() ? null : states;
    }

    private boolean resets() {
        for (SpecTable.Handler handler : spec.properties[0].handlers) {
            if ((handler.code.flags & SpecMonitor.RESET) != 0) {
                return true;
            }
        }
        return false;
    }
}
