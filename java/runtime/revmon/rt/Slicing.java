package revmon.rt;

import java.util.ArrayList;
import java.util.List;

/**
 * The instances of one spec: which of them an event concerns, which it makes, and when they are of no use any more.
 *
 * <p>By definition (src/monitor/engine.h) an event steps every instance whose binding extends its own, and starts new
 * ones: its own binding when it creates, and its binding joined with that of every compatible instance. Most specs
 * create with events that bind all parameters; then nothing is ever joined. Where instances are joined, a new one is
 * made only if it could still reach a verdict. One that was not made for this reason, or is gone because objects are,
 * must not be made later from a smaller one, which has not seen the same slice: {@link Touch} remembers when each
 * binding had events, and a join is refused when its part has missed one.
 *
 * <p>Used under the spec's lock; only {@link #start} may be called without.
 */
final class Slicing implements InstanceIndex.Judge {
    private final SpecTable spec;
    private final Actions actions;
    private final InstanceIndex index;
    private final Laziness laziness;
    /** Events so far. */
    private long clock;
    private long created;
    /** Null: all are made. */
    private final Selection selection;

    Slicing(SpecTable spec, Actions actions, Selection selection) {
        this.selection = selection;
        this.spec = spec;
        this.actions = actions;
        laziness = new Laziness(spec);
        index = new InstanceIndex(spec, this, laziness);
    }

    /** Are instances made from smaller ones? */
    boolean joins() {
        return index.joins;
    }

    long now() {
        return clock;
    }

    long tick() {
        return ++clock;
    }

    /** An event with this binding has happened now. */
    void touch(SpecTable.Event event, ObjectRecord[] binding) {
        index.touch(event, binding, clock);
    }

    /** Is it enough to {@link #postpone} it? */
    boolean isLate(SpecTable.Event event) {
        return laziness.kindOf(event) >= 0;
    }

    /** A late event happens now. */
    void postpone(SpecTable.Event event, ObjectRecord[] binding) {
        Links links = binding[Long.numberOfTrailingZeros(event.binds)].links(spec.id);
        if (links != null) {
            laziness.postpone(event, links, clock);
        }
    }

    /** Before the state of an instance is looked at. */
    void catchUp(Instance instance) {
        laziness.catchUp(instance, clock);
    }

    long created() {
        return created;
    }

    long freed() {
        return index.freed();
    }

    /** The instances whose slice this event extends; those that do not exist yet are made but not published. */
    List<Instance> collect(SpecTable.Event event, ObjectRecord[] binding) {
        List<Instance> targets = collectAll(event, binding);
        if (selection != null) {
            dropSkipped(targets);
        }
        return targets;
    }

    private static void dropSkipped(List<Instance> instances) {
        for (int i = instances.size() - 1; i >= 0; i--) {
            if (instances.get(i).skipped) {
                instances.remove(i);
            }
        }
    }

    private List<Instance> collectAll(SpecTable.Event event, ObjectRecord[] binding) {
        List<Instance> targets = new ArrayList<Instance>(2);
        index.targets(event, binding, targets);
        if (!index.joins) {
            if (event.creates && targets.isEmpty()) {
                targets.add(start(binding, clock));
            }
            return targets;
        }
        List<Instance> partners = new ArrayList<Instance>(2);
        index.partners(event, binding, partners);
        int existing = targets.size();
        for (Instance partner : partners) {
            join(event, binding, partner, targets, existing);
        }
        if (event.creates && event.isEnabled(0) && !isThere(binding, targets, targets.size())
                && index.hasSeenAll(null, binding)) {
            Instance fresh = start(binding, clock);
            if (isUseful(fresh, event)) {
                targets.add(fresh);
            }
        }
        return targets;
    }

    private static boolean isThere(ObjectRecord[] binding, List<Instance> targets, int count) {
        for (int i = 0; i < count; i++) {
            if (targets.get(i).equalsBinding(binding)) {
                return true;
            }
        }
        return false;
    }

    /** Only a part that has seen the whole slice so far may be continued, and at most one instance is made of all. */
    private void join(SpecTable.Event event, ObjectRecord[] binding, Instance partner, List<Instance> targets, int existing) {
        ObjectRecord[] joined = partner.objects.clone();
        for (int p = 0; p < joined.length; p++) {
            joined[p] = joined[p] == null ? binding[p] : joined[p];
        }
        if (isThere(joined, targets, targets.size()) || !index.hasSeenAll(partner, joined)) {
            return;
        }
        catchUp(partner);
        Instance fresh = new Instance(joined, spec.properties.length);
        fresh.copyFrom(partner);
        if (isUseful(fresh, event)) {
            targets.add(fresh);
        }
    }

    Instance start(ObjectRecord[] binding, long now) {
        Instance fresh = new Instance(binding, spec.properties.length);
        actions.restart(fresh);
        fresh.start = now;
        fresh.seen = now;
        if (spec.connected) {
            fresh.parts = new byte[spec.width];
            for (int p = 0; p < spec.width; p++) {
                fresh.parts[p] = (byte) p;
            }
        }
        return fresh;
    }

    /** Will it have something to report at this event, or can it later? */
    private boolean isUseful(Instance fresh, SpecTable.Event event) {
        if (spec.bodyBinds.length > 0 || spec.maximalBinding) {
            return true;
        }
        for (int p = 0; p < spec.properties.length; p++) {
            Machine machine = spec.properties[p].machine;
            Object state = machine.step(fresh.states[p], event.symbol);
            if ((machine.categories(state) & spec.properties[p].handled) != 0 || machine.canReport(state, -1L)) {
                return true;
            }
        }
        return false;
    }

    /** Puts new instances where others find them. Those that are not wanted leave the list. */
    void publish(List<Instance> instances, SiteEntry site) {
        for (Instance instance : instances) {
            if (instance.unpublished) {
                publish(instance, site);
            }
        }
        if (selection != null) {
            dropSkipped(instances);
        }
    }

    void publish(Instance made, SiteEntry site) {
        made.unpublished = false;
        made.skipped = selection != null && !selection.wants(made, site);
        created += made.skipped ? 0 : 1;
        index.add(made);
    }

    /**
     * Other events came in between while conditions were asked: new instances are made again from what is there now,
     * or found if another thread has made them, or dropped if they are not wanted any more.
     */
    void refresh(List<Instance> accepted, List<Instance> targets) {
        List<Instance> asked = new ArrayList<Instance>(accepted);
        accepted.clear();
        for (Instance old : asked) {
            Instance now = old;
            for (int i = 0; old.unpublished && i < targets.size(); i++) {
                now = targets.get(i).equalsBinding(old.objects) ? targets.get(i) : now;
            }
            if (now != old && now.unpublished) {
                actions.adoptSupport(now, old);
            }
            if (!now.unpublished || now != old) {
                accepted.add(now);
            }
        }
    }

    /** The parameters of the binding have an event in common now. */
    void connect(Instance instance, ObjectRecord[] binding) {
        if (instance.parts == null) {
            return;
        }
        int first = -1;
        for (int p = 0; p < binding.length; p++) {
            if (binding[p] == null) {
                continue;
            }
            first = first < 0 ? p : first;
            byte from = instance.parts[p];
            byte to = instance.parts[first];
            for (int q = 0; q < instance.parts.length; q++) {
                instance.parts[q] = instance.parts[q] == from ? to : instance.parts[q];
            }
        }
    }

    boolean mayReport(Instance instance) {
        if (spec.fullBinding && (instance.domain & spec.parameters) != spec.parameters) {
            return false;
        }
        if (spec.maximalBinding && index.isExtended(instance)) {
            return false;
        }
        int part = -1;
        for (int p = 0; instance.parts != null && p < spec.width; p++) {
            if ((instance.domain & spec.parameters & 1L << p) == 0) {
                continue;
            }
            if (part >= 0 && instance.parts[p] != part) {
                return false;
            }
            part = instance.parts[p];
        }
        return true;
    }

    /** An object is gone: instances that can no longer report without it are garbage. */
    void gone(Links links) {
        for (InstanceList list : links.lists()) {
            index.sweep(list);
        }
    }

    @Override
    public boolean isGarbage(Instance instance, long dead) {
        // Under maximal-binding an instance that reports nothing itself, joined with what comes, keeps others from it.
        boolean hides = spec.maximalBinding && index.joins;
        if (instance.skipped) {
            return !hides;
        }
        catchUp(instance);
        return !hides && !canReport(instance, ~dead);
    }

    private boolean canReport(Instance instance, long alive) {
        // Without joins, an instance sees only events about its own objects.
        long seen = index.joins ? alive : alive & instance.domain;
        if (Machine.someAlive(spec.bodyBinds, seen)) {
            return true;
        }
        for (int p = 0; p < spec.properties.length; p++) {
            if (spec.properties[p].machine.canReport(instance.states[p], seen)) {
                return true;
            }
        }
        return false;
    }
}
