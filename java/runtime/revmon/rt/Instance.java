package revmon.rt;

/**
 * One monitor: a binding of parameters to objects and where its slice has led each property's machine.
 *
 * <p>Used under the lock of its spec, except for `support`, which is set under it and read and called without.
 */
final class Instance implements SpecMonitor.Parameters {
    /** By parameter; null where unbound. A perthread spec has one more, for the thread. */
    final ObjectRecord[] objects;
    final long domain;
    /** By property, as the property's machine understands it. */
    final Object[] states;
    /** Categories after the last accepted event, by property. */
    final long[] held;
    /** Of these, the ones that hold for ever. */
    final long[] settled;
    /** Fields, conditions, bodies and handlers; null while nobody has asked for them. */
    volatile SpecMonitor support;
    /** A field's initialiser threw: the monitor has no Java. */
    volatile boolean hasNoSupport;
    /** When the slice began. */
    long start;
    /** When it was last told of everything ({@link Laziness}). */
    long seen;
    /** Parameters that common events connect share a number; only kept for `connected`. */
    byte[] parts;
    /** Null unless asked for. */
    Trail trail;
    /** Where its trace has led so far ({@link Traces}), the test in which it began, and whether both are counted. */
    long trace;
    int test;
    boolean isTraced;
    /** Not wanted ({@link Selection}): it is there, and takes no events. */
    boolean skipped;
    /** Made for an event that is still being looked at; nobody else knows it yet. */
    boolean unpublished = true;
    /** A parameter is gone without which no verdict can come: lists may forget this instance. */
    boolean garbage;

    Instance(ObjectRecord[] objects, int properties) {
        this.objects = objects;
        this.domain = domainOf(objects);
        this.states = new Object[properties];
        this.held = new long[properties];
        this.settled = new long[properties];
    }

    static long domainOf(ObjectRecord[] objects) {
        long domain = 0;
        for (int p = 0; p < objects.length; p++) {
            if (objects[p] != null) {
                domain |= 1L << p;
            }
        }
        return domain;
    }

    /** Continues what `other` has seen. */
    void copyFrom(Instance other) {
        System.arraycopy(other.states, 0, states, 0, states.length);
        System.arraycopy(other.held, 0, held, 0, held.length);
        System.arraycopy(other.settled, 0, settled, 0, settled.length);
        start = other.start;
        trace = other.trace;
        test = other.test;
        seen = other.seen;
        parts = other.parts == null ? null : other.parts.clone();
        hasNoSupport = other.hasNoSupport;
        trail = other.trail == null ? null : new Trail(other.trail);
        if (other.support != null) {
            SpecMonitor copy = other.support.revmonCopy();
            copy.revmonParameters = this;
            support = copy;
        }
    }

    /** No parameter is bound to different objects? */
    boolean agrees(ObjectRecord[] binding) {
        for (int p = 0; p < objects.length; p++) {
            if (binding[p] != null && objects[p] != null && binding[p] != objects[p]) {
                return false;
            }
        }
        return true;
    }

    /** Bound to the same objects wherever `binding` is bound? */
    boolean extendsBinding(ObjectRecord[] binding) {
        for (int p = 0; p < objects.length; p++) {
            if (binding[p] != null && binding[p] != objects[p]) {
                return false;
            }
        }
        return true;
    }

    boolean equalsBinding(ObjectRecord[] binding) {
        for (int p = 0; p < objects.length; p++) {
            if (binding[p] != objects[p]) {
                return false;
            }
        }
        return true;
    }

    /** Parameters whose objects are gone. */
    long dead() {
        long dead = 0;
        for (int p = 0; p < objects.length; p++) {
            if (objects[p] != null && objects[p].get() == null) {
                dead |= 1L << p;
            }
        }
        return dead;
    }

    @Override
    public Object revmonParameter(int index) {
        ObjectRecord record = objects[index];
        return record == null ? null : record.get();
    }
}
