import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Monitors as the usual tools keep them: a map from weak references, by identity, under one lock for each spec, with a
 * cache of the object looked up last. One spec of each kind, written by hand as their generators would.
 */
final class WeakMaps {
    /** Weak identity map with a one-entry cache. Used under its spec's lock. */
    static final class Tree<V> {
        private static final class Node<V> extends WeakReference<Object> {
            final int hash;
            V value;
            Node<V> next;

            Node(Object key, int hash, ReferenceQueue<Object> queue) {
                super(key, queue);
                this.hash = hash;
            }
        }

        private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
        private Node<V>[] buckets = make(64);
        private int size;
        private Node<V> cached;

        @SuppressWarnings({"unchecked", "rawtypes"})
        private static <V> Node<V>[] make(int length) {
            return new Node[length];
        }

        V get(Object key) {
            if (cached != null && cached.get() == key) {
                return cached.value;
            }
            int hash = System.identityHashCode(key);
            for (Node<V> node = buckets[hash & buckets.length - 1]; node != null; node = node.next) {
                if (node.hash == hash && node.get() == key) {
                    cached = node;
                    return node.value;
                }
            }
            return null;
        }

        void put(Object key, V value) {
            clean();
            if (size > buckets.length) {
                grow();
            }
            int hash = System.identityHashCode(key);
            Node<V> node = new Node<>(key, hash, queue);
            node.value = value;
            node.next = buckets[hash & buckets.length - 1];
            buckets[hash & buckets.length - 1] = node;
            cached = node;
            size++;
        }

        private void clean() {
            for (Object gone = queue.poll(); gone != null; gone = queue.poll()) {
                @SuppressWarnings("unchecked")
                Node<V> dead = (Node<V>) gone;
                Node<V> before = null;
                int at = dead.hash & buckets.length - 1;
                for (Node<V> node = buckets[at]; node != null; before = node, node = node.next) {
                    if (node != dead) {
                        continue;
                    }
                    if (before == null) {
                        buckets[at] = node.next;
                    } else {
                        before.next = node.next;
                    }
                    size--;
                    break;
                }
            }
        }

        private void grow() {
            Node<V>[] old = buckets;
            buckets = make(old.length * 2);
            for (Node<V> first : old) {
                while (first != null) {
                    Node<V> following = first.next;
                    first.next = buckets[first.hash & buckets.length - 1];
                    buckets[first.hash & buckets.length - 1] = first;
                    first = following;
                }
            }
        }
    }

    /** hasNext() before next(): 0 start, 1 may go on. */
    private static final class HasNext {
        boolean mayGoOn;
    }

    /** A parent was changed after the child was made. */
    private static final class Pair {
        final WeakReference<Object> child;
        boolean changed;

        Pair(Object child) {
            this.child = new WeakReference<>(child);
        }
    }

    private static final class Owner {
        final long thread = Thread.currentThread().getId();
    }

    private static final Tree<HasNext> HAS_NEXT = new Tree<>();
    private static final Object PAIRS = new Object();
    private static final Tree<List<Pair>> OF_PARENT = new Tree<>();
    private static final Tree<List<Pair>> OF_CHILD = new Tree<>();
    private static final Tree<Owner> BUILDERS = new Tree<>();
    private static final Object SETS = new Object();
    private static long violations;

    private WeakMaps() {}

    static long violations() {
        return violations;
    }

    static void hasNext(Object iterator, boolean has) {
        synchronized (HAS_NEXT) {
            HasNext monitor = HAS_NEXT.get(iterator);
            if (monitor == null) {
                monitor = new HasNext();
                HAS_NEXT.put(iterator, monitor);
            }
            monitor.mayGoOn = has;
        }
    }

    static void next(Object iterator) {
        synchronized (HAS_NEXT) {
            HasNext monitor = HAS_NEXT.get(iterator);
            if (monitor == null) {
                monitor = new HasNext();
                HAS_NEXT.put(iterator, monitor);
            }
            violations += monitor.mayGoOn ? 0 : 1;
            monitor.mayGoOn = false;
        }
        synchronized (PAIRS) {
            List<Pair> pairs = OF_CHILD.get(iterator);
            for (int i = 0; pairs != null && i < pairs.size(); i++) {
                violations += pairs.get(i).changed ? 1 : 0;
            }
        }
    }

    static void create(Object parent, Object child) {
        synchronized (PAIRS) {
            Pair pair = new Pair(child);
            List<Pair> children = OF_PARENT.get(parent);
            if (children == null) {
                children = new ArrayList<>();
                OF_PARENT.put(parent, children);
            }
            if (children.size() >= 64) {
                children.removeIf(each -> each.child.get() == null);
            }
            children.add(pair);
            List<Pair> parents = OF_CHILD.get(child);
            if (parents == null) {
                parents = new ArrayList<>(1);
                OF_CHILD.put(child, parents);
            }
            parents.add(pair);
        }
    }

    static void change(Object parent) {
        synchronized (PAIRS) {
            List<Pair> children = OF_PARENT.get(parent);
            if (children == null) {
                return;
            }
            children.removeIf(each -> each.child.get() == null);
            for (Pair pair : children) {
                pair.changed = true;
            }
        }
    }

    static void newBuilder(Object builder) {
        synchronized (BUILDERS) {
            BUILDERS.put(builder, new Owner());
        }
    }

    static void useBuilder(Object builder) {
        synchronized (BUILDERS) {
            Owner owner = BUILDERS.get(builder);
            violations += owner != null && owner.thread != Thread.currentThread().getId() ? 1 : 0;
        }
    }

    static void addToSet(Object set, Object element) {
        synchronized (SETS) {
            violations += element instanceof CharSequence && !(element instanceof String) ? 1 : 0;
        }
    }
}
