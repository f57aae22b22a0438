package revmon.rt;

/** A growing array of instances that forgets those that cannot report any more when it would have to grow. */
final class InstanceList {
    private Instance[] items = new Instance[1];
    private int size;

    int size() {
        return size;
    }

    Instance get(int index) {
        return items[index];
    }

    void add(Instance instance) {
        if (size == items.length) {
            dropGarbage();
            // Less than a quarter was garbage: grow, so that dropping stays linear over time.
            if (size > items.length - (items.length + 3) / 4) {
                Instance[] longer = new Instance[items.length * 2];
                System.arraycopy(items, 0, longer, 0, size);
                items = longer;
            }
        }
        items[size++] = instance;
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
    }
}
