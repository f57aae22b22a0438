package revmon.rt;

/** One event of a spec that happens at a join point. */
final class Occurrence {
    final SpecTable.Event event;
    /** By parameter of the spec (the thread of a perthread spec last); null where the event binds none. */
    final Object[] parameters;
    /** By variable of the event. */
    final Object[] variables;

    Occurrence(SpecTable.Event event, Object[] parameters, Object[] variables) {
        this.event = event;
        this.parameters = parameters;
        this.variables = variables;
    }
}
