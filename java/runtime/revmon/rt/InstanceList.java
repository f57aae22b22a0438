package revmon.rt;

/**
 * A growing array of instances.
 *
 * <p>Half of it at most are instances that cannot report any more: each keeps the records of its objects, and a long list
 * that waited for its end to drop them would keep as many as there ever were at once.
 */
final class InstanceList {
    private Instance[] items = new Instance[1];
    private int size;
    private int garbage;

    int size() {
        return size;
    }

    Instance get(int index) {
        return items[index];
    }

    /** Then {@link #makeRoom} comes before the next {@link #add}. */
    boolean isFull() {
        return size == items.length;
    }

    /** After garbage has been dropped: grows unless that was a quarter, so that sweeping full lists stays linear over time. */
    void makeRoom() {
        if (size > items.length - (items.length + 3) / 4) {
            resize(items.length * 2);
        }
    }

    void add(Instance instance) {
        items[size++] = instance;
    }

    /** One more of these instances is garbage. */
    void countGarbage() {
        if (++garbage * 2 > size) {
            dropGarbage();
        }
    }

    void dropGarbage() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!items[i].garbage) {
                items[kept++] = items[i];
            }
        }
        for (int i = kept; i < size; i++) {
            items[i] = null;
        }
        size = kept;
        garbage = 0;
        if (items.length > 8 && size < items.length / 4) {
            resize(items.length / 2);
        }
    }

    private void resize(int length) {
        Instance[] other = new Instance[length];
        System.arraycopy(items, 0, other, 0, size);
        items = other;
    }
}
