package revmon.rt;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * What is known about one object of the program: the monitors it takes part in, spec by spec.
 *
 * <p>The record never keeps its object alive, and monitors hold records, never objects. A record is found
 * through {@link ObjectTable} as long as its object lives; after that only monitors that can still report know it.
 */
final class ObjectRecord extends WeakReference<Object> {
    private static final Links[] NONE = new Links[0];

    /** The object's identity hash, in the table only. */
    final int hash;
    /** In a recorded trace; 0 while it is in none. Guarded by this. */
    long number;
    /** Next in the table's bucket; guarded by the table. */
    ObjectRecord next;
    /** One for each spec that tracks the object; replaced, never changed, so that any thread may read it. */
    private volatile Links[] links = NONE;
    private WeakReference<ObjectRecord> token;
    /** What the product automaton knows of an object without slot; under this record's lock. */
    int state;
    private static final AtomicReferenceFieldUpdater<ObjectRecord, PairSpec.Tie> TIES =
            AtomicReferenceFieldUpdater.newUpdater(ObjectRecord.class, PairSpec.Tie.class, "ties");
    /** Monitors of pair specs of which the object is the child; changed by {@link #replaceTies}. */
    volatile PairSpec.Tie ties;
    /** What pair specs remember of it as a parent; replaced under this record's lock. */
    volatile PairSpec.Cell cells;
    /** The state as cells, when they have no number; for an object with slot under its lock. */
    int[] spilled;

    ObjectRecord(Object object, int hash, ReferenceQueue<Object> queue) {
        super(object, queue);
        this.hash = hash;
    }

    /** For a report; nobody will find it. */
    ObjectRecord(Object object) {
        super(object);
        this.hash = 0;
    }

    /** Null when the spec does not track the object. What is in it belongs to the spec's engine, under its lock. */
    Links links(int spec) {
        for (Links mine : links) {
            if (mine.spec == spec) {
                return mine;
            }
        }
        return null;
    }

    synchronized Links makeLinks(int spec) {
        Links known = links(spec);
        if (known != null) {
            return known;
        }
        Links[] longer = new Links[links.length + 1];
        System.arraycopy(links, 0, longer, 0, links.length);
        longer[links.length] = new Links(spec);
        links = longer;
        return longer[longer.length - 1];
    }

    /** False: others were faster. */
    boolean replaceTies(PairSpec.Tie before, PairSpec.Tie after) {
        return TIES.compareAndSet(this, before, after);
    }

    Links[] allLinks() {
        return links;
    }

    /** A reference that is cleared once the object is gone and no monitor knows this record any more. */
    synchronized WeakReference<ObjectRecord> token() {
        if (token == null) {
            token = new WeakReference<ObjectRecord>(this);
        }
        return token;
    }
}
