package revmon.rt;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.RevSlots;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Object to record, by identity, without keeping objects alive and without calling any code of the program.
 *
 * <p>An object with a slot has its record there: both die together, and nothing has to be cleaned up. The others are
 * in a table. Striped: an object's identity hash chooses a segment, each with its own lock, buckets and reference queue.
 * Records of dead objects leave the table when their segment is next used and are handed to {@link Dead}, at least once.
 */
final class ObjectTable {
    /** Told of each object that is gone, outside of all locks of the table. */
    interface Dead {
        void gone(ObjectRecord record);
    }

    private static final int SEGMENTS = 64;
    private final Segment[] segments = new Segment[SEGMENTS];
    /** Dead objects with a slot whose records some monitor still knows. */
    private final ReferenceQueue<Object> slotQueue = new ReferenceQueue<Object>();
    private final Dead dead;

    ObjectTable(Dead dead) {
        this.dead = dead;
        for (int i = 0; i < SEGMENTS; i++) {
            segments[i] = new Segment();
        }
    }

    /** The record of `object`, which is not null; null: there is none. The short way where it has a slot. */
    @ForceInline
    ObjectRecord known(Object object) {
        Object record = RevSlots.record(object);
        return record != null ? (ObjectRecord) record : RevSlots.has(object) ? null : find(object, false);
    }

    /** The record of `object`; made if there is none and `create` is set, else null. */
    ObjectRecord find(Object object, boolean create) {
        return RevSlots.has(object) ? findInSlot(object, create) : findInTable(object, create);
    }

    /** Read without lock: a record has a final field, so it is never seen half made. */
    private ObjectRecord findInSlot(Object object, boolean create) {
        for (Reference<?> gone = slotQueue.poll(); gone != null; gone = slotQueue.poll()) {
            dead.gone((ObjectRecord) gone);
        }
        ObjectRecord known = (ObjectRecord) RevSlots.record(object);
        if (known != null || !create) {
            return known;
        }
        // By class: the identity hash of an object that nobody has asked for it is expensive.
        int hash = System.identityHashCode(object.getClass());
        synchronized (segments[spread(hash) & (SEGMENTS - 1)]) {
            known = (ObjectRecord) RevSlots.record(object);
            if (known == null) {
                known = new ObjectRecord(object, 0, slotQueue);
                RevSlots.record(object, known);
            }
            return known;
        }
    }

    private ObjectRecord findInTable(Object object, boolean create) {
        int hash = System.identityHashCode(object);
        Segment segment = segments[spread(hash) & (SEGMENTS - 1)];
        ObjectRecord gone = null;
        ObjectRecord found;
        synchronized (segment) {
            gone = segment.takeGone();
            found = segment.find(object, hash, create);
            if (segment.isFull()) {
                gone = segment.makeRoom(gone);
            }
        }
        while (gone != null) {
            ObjectRecord following = gone.next;
            gone.next = null;
            dead.gone(gone);
            gone = following;
        }
        return found;
    }

    private static int spread(int hash) {
        return hash ^ hash >>> 7 ^ hash >>> 15;
    }

    private static final class Segment {
        private final ReferenceQueue<Object> queue = new ReferenceQueue<Object>();
        private ObjectRecord[] buckets = new ObjectRecord[64];
        private int size;

        Segment() {}

        ObjectRecord find(Object object, int hash, boolean create) {
            int at = hash >>> 6 & buckets.length - 1;
            for (ObjectRecord record = buckets[at]; record != null; record = record.next) {
                if (record.hash == hash && record.get() == object) {
                    return record;
                }
            }
            if (!create) {
                return null;
            }
            ObjectRecord record = new ObjectRecord(object, hash, queue);
            record.next = buckets[at];
            buckets[at] = record;
            size++;
            return record;
        }

        /** Unlinks the records of dead objects; they come chained by `next`. */
        ObjectRecord takeGone() {
            ObjectRecord chain = null;
            for (Reference<?> reference = queue.poll(); reference != null; reference = queue.poll()) {
                ObjectRecord record = (ObjectRecord) reference;
                unlink(record);
                record.next = chain;
                chain = record;
            }
            return chain;
        }

        private void unlink(ObjectRecord gone) {
            int at = gone.hash >>> 6 & buckets.length - 1;
            ObjectRecord before = null;
            for (ObjectRecord record = buckets[at]; record != null; before = record, record = record.next) {
                if (record == gone) {
                    if (before == null) {
                        buckets[at] = record.next;
                    } else {
                        before.next = record.next;
                    }
                    size--;
                    return;
                }
            }
        }

        boolean isFull() {
            return size >= buckets.length;
        }

        /**
         * Unlinks the records of dead objects, before `chain`, and grows unless they were a quarter. The JVM's thread that
         * fills the queue may be late; what it brings later is found in no bucket.
         */
        ObjectRecord makeRoom(ObjectRecord chain) {
            for (int at = 0; at < buckets.length; at++) {
                ObjectRecord alive = null;
                for (ObjectRecord record = buckets[at], following; record != null; record = following) {
                    following = record.next;
                    if (record.get() == null) {
                        record.next = chain;
                        chain = record;
                        size--;
                    } else {
                        record.next = alive;
                        alive = record;
                    }
                }
                buckets[at] = alive;
            }
            if (size > buckets.length - buckets.length / 4) {
                grow();
            }
            return chain;
        }

        private void grow() {
            ObjectRecord[] old = buckets;
            buckets = new ObjectRecord[old.length * 2];
            for (ObjectRecord bucket : old) {
                while (bucket != null) {
                    ObjectRecord following = bucket.next;
                    int at = bucket.hash >>> 6 & buckets.length - 1;
                    bucket.next = buckets[at];
                    buckets[at] = bucket;
                    bucket = following;
                }
            }
        }
    }
}
