package revmon.rt;

/** One event of one spec that may happen at a place. */
final class Hit {
    final Engine engine;
    final SpecTable.Event event;
    /** The alternatives; positions are indexes into the values that are passed. */
    final Residue[] residues;

    Hit(Engine engine, SpecTable.Event event, Residue[] residues) {
        this.engine = engine;
        this.event = event;
        this.residues = residues;
    }

    /** With these alternatives only. */
    Hit with(Residue... others) {
        return new Hit(engine, event, others);
    }

    /** By the first alternative that holds; null: none does. */
    Object[] variables(Object[] values, Current current) {
        for (Residue residue : residues) {
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
