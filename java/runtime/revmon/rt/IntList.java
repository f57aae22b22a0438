package revmon.rt;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {
    private int[] items;
    private int size;

    IntList(int... initial) {
        items = Arrays.copyOf(initial, initial.length + 8);
        size = initial.length;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return items[index];
    }

    void set(int index, int value) {
        items[index] = value;
    }

    void add(int value) {
        if (size == items.length) {
            items = Arrays.copyOf(items, size * 2);
        }
        items[size++] = value;
    }

    void shrinkTo(int newSize) {
        size = newSize;
    }

    /** `count` items from `at` on give way to others. */
    void replace(int at, int count, int[] others) {
        int newSize = size - count + others.length;
        if (newSize > items.length) {
            items = Arrays.copyOf(items, newSize * 2);
        }
        System.arraycopy(items, at + count, items, at + others.length, size - at - count);
        System.arraycopy(others, 0, items, at, others.length);
        size = newSize;
    }

    int[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
