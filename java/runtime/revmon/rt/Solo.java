package revmon.rt;

import java.util.List;

/**
 * A spec of which each object has one monitor at most, and no other is concerned: all events bind the one parameter. The
 * same as {@link Engine} does in general, without lists, and with a record only where it is needed.
 */
final class Solo {
    private final SpecTable spec;
    private final ObjectTable objects;
    private final Slicing slicing;
    private final Actions actions;
    /** The spec's. */
    private final Object lock;
    /** Null: nobody wants them. */
    private final Traces traces;

    Solo(SpecTable spec, ObjectTable objects, Slicing slicing, Actions actions, Object lock, Traces traces) {
        this.spec = spec;
        this.objects = objects;
        this.slicing = slicing;
        this.actions = actions;
        this.lock = lock;
        this.traces = traces;
    }

    static boolean isSolo(SpecTable spec) {
        boolean solo = spec.width == 1 && !spec.perThread && !spec.javamop && !spec.maximalBinding && !Settings.needEngine();
        for (SpecTable.Event event : spec.events) {
            solo &= event.binds == 1;
        }
        return solo;
    }

    /** Can {@link #fire} take them: is it one object that they happen to? */
    static boolean areOfOneObject(Occurrence[] occurrences) {
        for (Occurrence occurrence : occurrences) {
            if (occurrence.parameters[0] != occurrences[0].parameters[0]) {
                return false;
            }
        }
        return true;
    }

    void fire(Occurrence[] occurrences, SiteEntry site, Current current) {
        Object object = occurrences[0].parameters[0];
        boolean creates = false;
        for (Occurrence occurrence : occurrences) {
            creates |= occurrence.event.creates;
        }
        ObjectRecord record = object == null ? null : objects.find(object, creates);
        Instance target = record == null ? null : instanceOf(record);
        if (record == null || target == null && !creates) {
            return;
        }
        if (occurrences.length == 1) {
            fireOne(occurrences[0].event, occurrences[0].variables, record, target, site, current);
        } else {
            fireAll(new Moment(occurrences, site, current), record, target);
        }
    }

    /** @param known of the record; null: it has none, and the event creates one */
    void fireOne(SpecTable.Event event, Object[] variables, ObjectRecord record, Instance known, SiteEntry site,
            Current current) {
        if (known != null && known.skipped) {
            return;
        }
        Instance mine = known != null ? known : start(record);
        if (event.conditions.length == 0 || actions.holds(event, variables, mine, current)) {
            take(event, variables, publish(mine, record, site), site, current);
        }
    }

    /** Several events of an object that has a monitor. @param variables by event; null: it does not happen */
    void fireKnown(SpecTable.Event[] events, Object[][] variables, Instance target, SiteEntry site, Current current) {
        if (target.skipped) {
            return;
        }
        long held = 0;
        for (int i = 0; i < events.length; i++) {
            boolean asks = variables[i] != null && events[i].conditions.length > 0;
            held |= asks && actions.holds(events[i], variables[i], target, current) ? 1L << i : 0;
        }
        boolean bodyHasRun = false;
        for (int i = 0; i < events.length; i++) {
            boolean asks = events[i].conditions.length > 0;
            if (variables[i] == null || asks && (held >>> i & 1) == 0) {
                continue;
            }
            if (!asks || !bodyHasRun || actions.holds(events[i], variables[i], target, current)) {
                bodyHasRun |= take(events[i], variables[i], target, site, current);
            }
        }
    }

    /** Conditions are asked before any body runs, where there is a monitor to ask or the event would make one. */
    private void fireAll(Moment moment, ObjectRecord record, Instance known) {
        int count = moment.occurrences.length;
        Instance target = known;
        if (target != null && target.skipped) {
            return;
        }
        Instance[] tried = new Instance[count];
        boolean[] held = new boolean[count];
        for (int i = 0; i < count; i++) {
            if (moment.event(i).conditions.length > 0 && (target != null || moment.event(i).creates)) {
                tried[i] = target != null ? target : start(record);
                held[i] = holds(moment, i, tried[i]);
            }
        }
        for (int i = 0; i < count; i++) {
            SpecTable.Event event = moment.event(i);
            boolean asks = event.conditions.length > 0;
            if (target == null && !event.creates) {
                continue;
            }
            Instance mine = target != null ? target : tried[i] != null ? tried[i] : start(record);
            boolean accepted = !asks || (tried[i] != null ? held[i] : holds(moment, i, mine));
            if (!accepted || asks && moment.bodyHasRun && !holds(moment, i, mine)) {
                continue;
            }
            target = publish(mine, record, moment.site);
            if (target.skipped) {
                return;
            }
            for (int k = i + 1; k < count && !event.body.isEmpty(); k++) {
                if (moment.event(k).conditions.length > 0 && tried[k] == null) {
                    tried[k] = target;
                    held[k] = holds(moment, k, target);
                }
            }
            moment.bodyHasRun |= take(event, moment.occurrences[i].variables, target, moment.site, moment.current);
        }
    }

    private boolean holds(Moment moment, int i, Instance instance) {
        return actions.holds(moment.event(i), moment.occurrences[i].variables, instance, moment.current);
    }

    /** True: Java of a body has run. */
    private boolean take(SpecTable.Event event, Object[] variables, Instance target, SiteEntry site, Current current) {
        if (target.skipped) {
            return false;
        }
        boolean ran = !event.body.isEmpty() && actions.runBody(event, variables, target, site, current);
        List<Actions.Verdict> verdicts;
        synchronized (lock) {
            if (traces != null) {
                traces.step(target, event, site);
            }
            verdicts = actions.step(target, event.symbol, null, null);
        }
        actions.report(verdicts, site, current);
        return ran;
    }

    private Instance start(ObjectRecord record) {
        return slicing.start(new ObjectRecord[] {record}, 0);
    }

    /** Null: there is none. */
    Instance instanceOf(ObjectRecord record) {
        Links links = record.links(spec.id);
        return links == null ? null : links.only;
    }

    /** The one that others find: this one, unless another thread was first. */
    private Instance publish(Instance made, ObjectRecord record, SiteEntry site) {
        if (!made.unpublished) {
            return made;
        }
        synchronized (lock) {
            Instance known = instanceOf(record);
            if (known != null) {
                return known;
            }
            slicing.publish(made, site);
            return made;
        }
    }
}
