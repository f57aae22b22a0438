package revmon.rt;

/** The only event of a {@link Solo} spec at a place, where nothing is left to test but values: no lists, no search. */
final class SoloHit {
    private final Place place;
    private final Engine engine;
    private final SpecTable.Event event;
    /** Of the values, plus 1: the object. */
    private final int object;
    /** By variable of the event: of the values, plus 1; 0: it has none. */
    private final int[] variables;

    SoloHit(Place place, Hit hit, int object) {
        this.place = place;
        this.engine = hit.engine;
        this.event = hit.event;
        this.object = object + 1;
        int[] positions = hit.residues[0].variables;
        variables = new int[positions.length];
        for (int i = 0; i < positions.length; i++) {
            variables[i] = positions[i] < 0 ? 0 : positions[i] + 1;
        }
    }

    void run(Object a, Object b, Object c) {
        Object found = Op.pick(object, a, b, c);
        if (found == null) {
            return;
        }
        ObjectRecord record = place.objects().known(found);
        if (record != null) {
            run(record, a, b, c);
        } else if (event.creates) {
            fire(found, null, a, b, c);
        }
    }

    /** @param record of the object */
    void run(ObjectRecord record, Object a, Object b, Object c) {
        if (event.creates || engine.solo().instanceOf(record) != null) {
            fire(null, record, a, b, c);
        }
    }

    /** @param known the record; null: it has to be made, of `found` */
    private void fire(Object found, ObjectRecord known, Object a, Object b, Object c) {
        Current current = place.enter();
        if (current == null) {
            return;
        }
        try {
            Object[] bound = new Object[variables.length];
            for (int i = 0; i < bound.length; i++) {
                bound[i] = variables[i] == 0 ? null : Op.pick(variables[i], a, b, c);
            }
            if (event.testsHold(bound)) {
                ObjectRecord record = known == null ? place.objects().find(found, true) : known;
                engine.fireSolo(event, bound, record, place.site, current);
            }
        } catch (Throwable thrown) {
            place.contain(thrown);
        } finally {
            current.exit();
        }
    }
}
