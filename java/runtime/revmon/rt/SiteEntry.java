package revmon.rt;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** One woven site as src/weave/site_info.h describes it, ready to be run. */
final class SiteEntry {
    static final int MOMENT_BEFORE = 0;
    private static final int MOMENTS = 3;
    private static final int THREAD = -1;
    private static final int NONE = -2;

    private static final class TypeTest {
        final int position;
        final String type;
        final boolean negated;
        final boolean annotation;

        TypeTest(TableReader in) {
            position = in.s2();
            type = in.text();
            negated = in.flag();
            annotation = in.flag();
        }

        boolean holds(Object[] values) {
            Object value = valueAt(position, values);
            return (annotation ? Types.hasAnnotation(value, type) : Types.isInstance(value, type)) != negated;
        }
    }

    /** What is left to test of one alternative of a pointcut, and where its values are. */
    private static final class Residue {
        final TypeTest[] types;
        final Method[] guards;
        final boolean[] negated;
        final int[] variables;
        final int[] flows;
        final int[] notFlows;

        Residue(TableReader in, Support support) {
            types = new TypeTest[in.count()];
            for (int i = 0; i < types.length; i++) {
                types[i] = new TypeTest(in);
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

        static Residue[] readAll(TableReader in, Support support) {
            Residue[] residues = new Residue[in.count()];
            for (int i = 0; i < residues.length; i++) {
                residues[i] = new Residue(in, support);
            }
            return residues;
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

        /** Null: the values are never looked at. */
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

    private static final class Hit {
        final SpecTable.Event event;
        final Residue[] residues;

        Hit(SpecTable.Event event, Residue[] residues) {
            this.event = event;
            this.residues = residues;
        }
    }

    /** The events of one spec at one moment. */
    private static final class Group {
        final Engine engine;
        final List<Hit> hits = new ArrayList<Hit>(1);

        Group(Engine engine) {
            this.engine = engine;
        }
    }

    private static final class Flow {
        final int id;
        final boolean below;
        final Residue[] residues;

        Flow(TableReader in) {
            id = in.i4();
            below = in.flag();
            residues = Residue.readAll(in, null);
        }
    }

    final int id;
    final Site site;
    private final Group[][] moments = new Group[MOMENTS][];
    private final Flow[] flows;

    /** @param values of its first run: they may know the class that declares what is called */
    SiteEntry(int id, byte[] info, Engine[] engines, Object[] values) {
        this.id = id;
        TableReader in = new TableReader(info);
        String location = in.text();
        String file = in.text();
        int line = in.i4();
        String kind = in.text();
        String declaringType = in.text();
        String name = in.text();
        String parameters = in.text();
        int modifiers = in.s2() & 0xffff;
        MemberSignature signature =
                new MemberSignature(name, modifiers, declaringClass(kind, declaringType, values), declaringType, parameters);
        site = new Site(kind, location, file.isEmpty() ? null : file, line, signature);
        readMatches(in, engines);
        flows = new Flow[in.count()];
        for (int i = 0; i < flows.length; i++) {
            flows[i] = new Flow(in);
        }
    }

    private static Class<?> declaringClass(String kind, String name, Object[] values) {
        Object target = values.length == 0 ? null : values[0];
        if (target instanceof Class && kind.equals("staticinitialization")) {
            return (Class<?>) target;
        }
        return target == null ? null : Types.findSupertype(target.getClass(), name);
    }

    private void readMatches(TableReader in, Engine[] engines) {
        List<List<Group>> groups = new ArrayList<List<Group>>();
        for (int moment = 0; moment < MOMENTS; moment++) {
            groups.add(new ArrayList<Group>());
        }
        int matches = in.count();
        for (int i = 0; i < matches; i++) {
            Engine engine = engines[in.i4()];
            int event = in.i4();
            Residue[] residues = Residue.readAll(in, engine == null ? null : engine.support());
            if (engine == null) {
                continue;
            }
            Hit hit = new Hit(engine.spec().events[event], residues);
            for (int moment = 0; moment < MOMENTS; moment++) {
                if (hit.event.happensAt(moment)) {
                    add(groups.get(moment), engine, hit);
                }
            }
        }
        for (int moment = 0; moment < MOMENTS; moment++) {
            moments[moment] = groups.get(moment).toArray(new Group[0]);
        }
    }

    /** Matches come spec by spec, so a group grows at the end only. */
    private static void add(List<Group> groups, Engine engine, Hit hit) {
        Group last = groups.isEmpty() ? null : groups.get(groups.size() - 1);
        if (last == null || last.engine != engine) {
            last = new Group(engine);
            groups.add(last);
        }
        last.hits.add(hit);
    }

    static Site siteOf(SiteEntry entry) {
        return entry == null ? null : entry.site;
    }

    private static Object valueAt(int position, Object[] values) {
        if (position == THREAD) {
            return Thread.currentThread();
        }
        return position == NONE || position >= values.length ? null : values[position];
    }

    void fire(int moment, Object[] values, Monitoring monitoring, Current current) {
        if (flows.length == 0) {
            fireEvents(moment, values, monitoring, current);
        } else if (moment == MOMENT_BEFORE) {
            // cflow holds at the join point itself, cflowbelow only inside.
            current.open(id, raised(false, values, current));
            fireEvents(moment, values, monitoring, current);
            current.open(id, raised(true, values, current));
        } else {
            current.close(id);
            fireEvents(moment, values, monitoring, current);
            current.close(id);
        }
    }

    private IntList raised(boolean below, Object[] values, Current current) {
        IntList raised = new IntList();
        for (Flow flow : flows) {
            if (flow.below != below) {
                continue;
            }
            for (Residue residue : flow.residues) {
                if (residue.guards.length == 0 && residue.typesAndFlowsHold(values, current)) {
                    raised.add(flow.id);
                    break;
                }
            }
        }
        return raised;
    }

    private void fireEvents(int moment, Object[] values, Monitoring monitoring, Current current) {
        for (Group group : moments[moment]) {
            List<Occurrence> occurrences = new ArrayList<Occurrence>(group.hits.size());
            for (Hit hit : group.hits) {
                Object[] bound = variablesOf(hit, group.engine, values, current);
                Occurrence occurrence = bound == null ? null : monitoring.occurrence(group.engine, hit.event, bound, current);
                if (occurrence != null) {
                    occurrences.add(occurrence);
                }
            }
            if (!occurrences.isEmpty()) {
                group.engine.fire(occurrences.toArray(new Occurrence[0]), this, moment, current);
            }
        }
    }

    /** By the first alternative that holds; null: none does. */
    private static Object[] variablesOf(Hit hit, Engine engine, Object[] values, Current current) {
        for (Residue residue : hit.residues) {
            if (residue.typesAndFlowsHold(values, current)) {
                Object[] bound = residue.bind(values);
                if (residue.guardsHold(engine.support(), bound, current)) {
                    return bound;
                }
            }
        }
        return null;
    }
}
