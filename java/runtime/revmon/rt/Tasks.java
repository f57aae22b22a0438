package revmon.rt;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * For which test was a task made that a pool's thread is about to run? By identity of the task, which is not kept
 * alive. A task that several tests hand over at the same time (a lambda without variables is one object) is nobody's.
 */
final class Tasks {
    private static final class Key extends WeakReference<Object> {
        final int hash;

        Key(Object task, ReferenceQueue<Object> queue) {
            super(task, queue);
            hash = System.identityHashCode(task);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object mine = get();
            return other instanceof Key && mine != null && mine == ((Key) other).get();
        }
    }

    private static final class Entry {
        /** Null: not known. */
        Tests.Scope scope;
        /** Handed over and not yet started. */
        int waiting;

        Entry() {}
    }

    private final ReferenceQueue<Object> queue = new ReferenceQueue<Object>();
    private final ConcurrentMap<Key, Entry> entries = new ConcurrentHashMap<Key, Entry>();

    void made(Object task, Tests.Scope scope) {
        for (Object gone = queue.poll(); gone != null; gone = queue.poll()) {
            entries.remove(gone);
        }
        if (task == null || scope == null && entries.isEmpty()) {
            return;
        }
        Key key = new Key(task, queue);
        Entry entry = entries.get(key);
        if (entry == null) {
            Entry fresh = new Entry();
            fresh.scope = scope;
            entry = entries.putIfAbsent(key, fresh);
            if (entry == null) {
                entry = fresh;
            }
        }
        synchronized (entry) {
            if (entry.scope != scope) {
                entry.scope = entry.waiting > 0 ? null : scope;
            }
            entry.waiting++;
        }
    }

    /** Null: not known. A task may run more than once. */
    Tests.Scope started(Object task) {
        Entry entry = task == null || entries.isEmpty() ? null : entries.get(new Key(task, null));
        if (entry == null) {
            return null;
        }
        synchronized (entry) {
            entry.waiting = Math.max(0, entry.waiting - 1);
            return entry.scope;
        }
    }
}
