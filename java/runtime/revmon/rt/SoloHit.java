package revmon.rt;

import java.util.Arrays;

/**
 * The events of a {@link Solo} spec at a place, all of one object, where nothing is left to test but values: no occurrences,
 * no lists, no search.
 */
final class SoloHit {
    private static final int MOST_EVENTS = 64;

    private final Place place;
    private final Engine engine;
    private final Hit[] hits;
    private final SpecTable.Event[] events;
    private final boolean creates;
    /** Of the values, plus 1: the object. */
    private final int object;
    /** By event and variable: of the values, plus 1; 0: it has none. The same array where events agree. */
    private final int[][] variables;

    private SoloHit(Place place, Hit[] hits, int object) {
        this.place = place;
        this.engine = hits[0].engine;
        this.hits = hits;
        this.object = object + 1;
        events = new SpecTable.Event[hits.length];
        variables = new int[hits.length][];
        boolean someCreate = false;
        for (int i = 0; i < hits.length; i++) {
            events[i] = hits[i].event;
            someCreate |= events[i].creates;
            int[] positions = hits[i].residues[0].variables;
            variables[i] = new int[positions.length];
            for (int v = 0; v < positions.length; v++) {
                variables[i][v] = positions[v] < 0 ? 0 : positions[v] + 1;
            }
            variables[i] = i > 0 && Arrays.equals(variables[i], variables[i - 1]) ? variables[i - 1] : variables[i];
        }
        creates = someCreate;
    }

    /** Null: they have to go the general way. */
    static SoloHit of(Place place, Hit[] hits) {
        boolean fits = hits[0].engine.solo() != null && hits.length <= MOST_EVENTS;
        for (Hit hit : hits) {
            fits = fits && OpBuilder.isSimple(hit) && OpBuilder.valueOf(hit, 0) == OpBuilder.valueOf(hits[0], 0);
        }
        int object = fits ? OpBuilder.valueOf(hits[0], 0) : -1;
        return object < 0 ? null : new SoloHit(place, hits, object);
    }

    void run(Object a, Object b, Object c) {
        Object found = Op.pick(object, a, b, c);
        if (found == null) {
            return;
        }
        ObjectRecord record = place.objects().known(found);
        if (record != null) {
            run(record, a, b, c);
        } else if (creates) {
            start(found, null, a, b, c);
        }
    }

    /** @param record of the object */
    void run(ObjectRecord record, Object a, Object b, Object c) {
        Instance known = engine.solo().instanceOf(record);
        if (known == null) {
            if (creates) {
                start(null, record, a, b, c);
            }
            return;
        }
        Current current = place.enter();
        if (current == null) {
            return;
        }
        try {
            if (events.length == 1) {
                Object[] bound = bind(0, a, b, c);
                if (events[0].testsHold(bound)) {
                    engine.solo().fireOne(events[0], bound, record, known, place.site, current);
                }
            } else {
                engine.solo().fireKnown(events, bindAll(a, b, c), known, place.site, current);
            }
        } catch (Throwable thrown) {
            place.contain(thrown);
        } finally {
            current.exit();
        }
    }

    /** Its object has no monitor yet. @param record null: it has to be made, of `found` */
    private void start(Object found, ObjectRecord record, Object a, Object b, Object c) {
        if (events.length > 1) {
            place.fire(engine, hits, a, b, c);
            return;
        }
        Current current = place.enter();
        if (current == null) {
            return;
        }
        try {
            Object[] bound = bind(0, a, b, c);
            if (events[0].testsHold(bound)) {
                ObjectRecord made = record == null ? place.objects().find(found, true) : record;
                engine.fireSolo(events[0], bound, made, place.site, current);
            }
        } catch (Throwable thrown) {
            place.contain(thrown);
        } finally {
            current.exit();
        }
    }

    private Object[] bind(int event, Object a, Object b, Object c) {
        int[] positions = variables[event];
        Object[] bound = new Object[positions.length];
        for (int i = 0; i < bound.length; i++) {
            bound[i] = positions[i] == 0 ? null : Op.pick(positions[i], a, b, c);
        }
        return bound;
    }

    /** Null where a test of values says no. */
    private Object[][] bindAll(Object a, Object b, Object c) {
        Object[][] all = new Object[events.length][];
        Object[] last = null;
        for (int i = 0; i < events.length; i++) {
            last = i > 0 && variables[i] == variables[i - 1] ? last : bind(i, a, b, c);
            all[i] = events[i].testsHold(last) ? last : null;
        }
        return all;
    }
}
