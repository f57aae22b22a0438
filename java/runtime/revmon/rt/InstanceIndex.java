package revmon.rt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The instances of one spec, found by the objects they bind, and the memory of which bindings had events.
 *
 * <p>An object's {@link Links} list its instances by domain. A look-up reads the shortest list among those of the
 * objects that are shared, so an event costs what it touches. Used under the engine's lock.
 */
final class InstanceIndex {
    /** Knows which instances are of no use any more. */
    interface Judge {
        /** Can it no longer report without these of its parameters? */
        boolean isGarbage(Instance instance, long dead);
    }

    private final SpecTable spec;
    private final Judge judge;
    /** Instances may be made from smaller ones, because some event creates and binds not everything. */
    final boolean joins;
    private final boolean keepsAll;
    private final Laziness laziness;
    private long[] domains = new long[0];
    /** By domain, by event: need its instances not be told of it? */
    private boolean[][] inert = new boolean[0][];
    /** By domain; only where some event shares no object with instances it must find. */
    private final Map<Long, InstanceList> all = new HashMap<Long, InstanceList>();
    private Touch untouched;
    private long freed;

    InstanceIndex(SpecTable spec, Judge judge, Laziness laziness) {
        this.spec = spec;
        this.laziness = laziness;
        this.judge = judge;
        boolean someJoin = false;
        boolean someBroadcast = false;
        long everything = (1L << spec.width) - 1;
        for (SpecTable.Event event : spec.events) {
            someJoin |= event.creates && event.binds != everything;
            someBroadcast |= event.binds == 0;
        }
        joins = someJoin;
        boolean someDisjoint = false;
        for (SpecTable.Event event : spec.events) {
            if (event.enabled == null) {
                someDisjoint = true;
                continue;
            }
            for (long domain : event.enabled) {
                someDisjoint |= (domain & event.binds) == 0;
            }
        }
        keepsAll = someBroadcast || someJoin && someDisjoint;
    }

    /** Instances of the domain that may agree with the binding on `shared`; null: none. */
    private InstanceList candidates(ObjectRecord[] binding, long domain, long shared) {
        if (shared == 0) {
            return all.get(domain);
        }
        InstanceList shortest = null;
        for (int p = 0; p < binding.length; p++) {
            if ((shared >>> p & 1) == 0) {
                continue;
            }
            Links links = binding[p].links(spec.id);
            InstanceList list = links == null ? null : links.list(domain);
            if (list == null) {
                return null;
            }
            if (shortest == null || list.size() < shortest.size()) {
                shortest = list;
            }
        }
        return shortest;
    }

    private void collect(ObjectRecord[] binding, long domain, long shared, List<Instance> out) {
        InstanceList list = candidates(binding, domain, shared);
        if (list == null) {
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            Instance instance = list.get(i);
            if (!instance.garbage && instance.agrees(binding)) {
                out.add(instance);
            }
        }
    }

    /** Those whose binding extends this one and to which the event may matter. */
    void targets(SpecTable.Event event, ObjectRecord[] binding, List<Instance> out) {
        for (int d = 0; d < domains.length; d++) {
            if ((domains[d] & event.binds) == event.binds && !inert[d][event.index]) {
                collect(binding, domains[d], event.binds, out);
            }
        }
    }

    /** Those that agree with it, do not extend it, and could usefully be continued at this event. */
    void partners(SpecTable.Event event, ObjectRecord[] binding, List<Instance> out) {
        for (long domain : domains) {
            if ((domain & event.binds) != event.binds && event.isEnabled(domain)) {
                collect(binding, domain, domain & event.binds, out);
            }
        }
    }

    /** Is there a larger one with the same objects? */
    boolean isExtended(Instance instance) {
        List<Instance> larger = new ArrayList<Instance>();
        for (long domain : domains) {
            if (domain != instance.domain && (domain & instance.domain) == instance.domain) {
                collect(instance.objects, domain, instance.domain, larger);
            }
        }
        return !larger.isEmpty();
    }

    void add(Instance instance) {
        rememberDomain(instance.domain);
        for (int p = 0; p < instance.objects.length; p++) {
            ObjectRecord record = instance.objects[p];
            if (record != null && isFirst(instance.objects, p)) {
                Links links = record.makeLinks(spec.id);
                add(instance, links.makeList(instance.domain));
                links.only = instance;
            }
        }
        if (keepsAll || instance.domain == 0) {
            InstanceList list = all.get(instance.domain);
            if (list == null) {
                list = new InstanceList();
                all.put(instance.domain, list);
            }
            add(instance, list);
        }
    }

    private void add(Instance instance, InstanceList list) {
        if (list.isFull()) {
            // Asks the references themselves: the JVM's thread that tells of dead objects may be late.
            sweep(list);
            list.makeRoom();
        }
        list.add(instance);
    }

    /** Drops the instances that can no longer report, because objects are gone, from this list, and in time from others. */
    void sweep(InstanceList list) {
        for (int i = 0; i < list.size(); i++) {
            Instance instance = list.get(i);
            long dead = instance.garbage ? 0 : instance.dead();
            if (dead != 0 && judge.isGarbage(instance, dead)) {
                instance.garbage = true;
                freed++;
                countGarbage(instance, list);
            }
        }
        list.dropGarbage();
    }

    /** How many instances were of no use any more so far. */
    long freed() {
        return freed;
    }

    private void countGarbage(Instance instance, InstanceList swept) {
        for (int p = 0; p < instance.objects.length; p++) {
            if (instance.objects[p] == null || !isFirst(instance.objects, p)) {
                continue;
            }
            InstanceList list = instance.objects[p].links(spec.id).list(instance.domain);
            if (list != swept) {
                list.countGarbage();
            }
        }
        InstanceList list = all.get(instance.domain);
        if (list != null && list != swept) {
            list.countGarbage();
        }
    }

    /** One object may be bound to several parameters. */
    private static boolean isFirst(ObjectRecord[] objects, int p) {
        for (int q = 0; q < p; q++) {
            if (objects[q] == objects[p]) {
                return false;
            }
        }
        return true;
    }

    private void rememberDomain(long domain) {
        for (long known : domains) {
            if (known == domain) {
                return;
            }
        }
        long[] longer = new long[domains.length + 1];
        System.arraycopy(domains, 0, longer, 0, domains.length);
        longer[domains.length] = domain;
        domains = longer;
        inert = java.util.Arrays.copyOf(inert, longer.length);
        inert[longer.length - 1] = laziness.inertFor(domain);
    }

    /** Has `part` (null: nothing) seen every event so far of the slice of `joined`? */
    boolean hasSeenAll(Instance part, ObjectRecord[] joined) {
        long start = startOf(part == null ? Long.MAX_VALUE : part.start, joined);
        if (untouched != null && untouched.last >= start && part == null) {
            return false;
        }
        for (int p = 0; p < joined.length; p++) {
            Links links = joined[p] == null ? null : joined[p].links(spec.id);
            for (int i = 0; links != null && i < links.touchCount(); i++) {
                Touch touch = links.touch(i);
                if (touch.last >= start && touch.isBelow(joined) && (part == null || !touch.isBelow(part.objects))) {
                    return false;
                }
            }
        }
        return true;
    }

    private long startOf(long latest, ObjectRecord[] joined) {
        long start = untouched == null ? latest : Math.min(latest, untouched.firstCreating);
        for (int p = 0; p < joined.length; p++) {
            Links links = joined[p] == null ? null : joined[p].links(spec.id);
            for (int i = 0; links != null && i < links.touchCount(); i++) {
                Touch touch = links.touch(i);
                if (touch.firstCreating < start && touch.isBelow(joined)) {
                    start = touch.firstCreating;
                }
            }
        }
        return start;
    }

    /** An event with this binding happens now; only where instances are joined. */
    void touch(SpecTable.Event event, ObjectRecord[] binding, long now) {
        if (!joins) {
            return;
        }
        Touch touch = event.binds == 0 ? untouched : findTouch(binding, event.binds);
        if (touch == null) {
            touch = new Touch(binding);
            if (event.binds == 0) {
                untouched = touch;
            } else {
                ownerFor(binding).add(touch);
            }
        }
        touch.last = now;
        if (event.creates) {
            touch.firstCreating = Math.min(touch.firstCreating, now);
        }
    }

    private Touch findTouch(ObjectRecord[] binding, long domain) {
        for (ObjectRecord record : binding) {
            Links links = record == null ? null : record.links(spec.id);
            for (int i = 0; links != null && i < links.touchCount(); i++) {
                if (links.touch(i).isExactly(binding, domain)) {
                    return links.touch(i);
                }
            }
        }
        return null;
    }

    /** The object with the fewest touches: of a collection and its new iterator, the iterator. */
    private Links ownerFor(ObjectRecord[] binding) {
        Links least = null;
        for (ObjectRecord record : binding) {
            if (record == null) {
                continue;
            }
            Links links = record.makeLinks(spec.id);
            if (least == null || links.touchCount() < least.touchCount()) {
                least = links;
            }
        }
        return least;
    }
}
