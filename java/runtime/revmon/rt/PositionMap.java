package revmon.rt;

/**
 * (position, number) to a number above 0; 0: nothing is there. Open addressing, nothing is boxed, and what is taken out leaves
 * no mark: a monitor's step takes one entry out and puts another in.
 */
final class PositionMap {
    private static final int FIRST_SIZE = 16;

    private long[] positions = new long[FIRST_SIZE];
    private int[] numbers = new int[FIRST_SIZE];
    private int[] values = new int[FIRST_SIZE];
    private int size;

    int get(long position, int number) {
        return values[find(position, number)];
    }

    /** @param value above 0 */
    void put(long position, int number, int value) {
        int at = find(position, number);
        at = values[at] == 0 ? add(at, position, number) : at;
        values[at] = value;
    }

    void increment(long position, int number) {
        int at = find(position, number);
        if (values[at] == 0) {
            at = add(at, position, number);
            values[at] = 1;
        } else if (values[at] != Integer.MAX_VALUE) {
            values[at]++;
        }
    }

    /** What is not there stays so. */
    void decrement(long position, int number) {
        int at = find(position, number);
        if (values[at] > 1) {
            values[at]--;
        } else if (values[at] == 1) {
            remove(at);
        }
    }

    int size() {
        return size;
    }

    /** In bytes. */
    int footprint() {
        return values.length * 16;
    }

    /** In no order; `index` from 0 to {@link #capacity}. 0: nothing is there. */
    int valueAt(int index) {
        return values[index];
    }

    long positionAt(int index) {
        return positions[index];
    }

    int numberAt(int index) {
        return numbers[index];
    }

    int capacity() {
        return values.length;
    }

    /** Where it is now; the value is the caller's to set. */
    private int add(int gap, long position, int number) {
        int at = gap;
        if (size * 2 >= values.length) {
            grow();
            at = find(position, number);
        }
        positions[at] = position;
        numbers[at] = number;
        size++;
        return at;
    }

    private int home(long position, int number) {
        long mixed = (position * 31 + number) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & values.length - 1;
    }

    private int find(long position, int number) {
        int at = home(position, number);
        while (values[at] != 0 && (positions[at] != position || numbers[at] != number)) {
            at = at + 1 & values.length - 1;
        }
        return at;
    }

    /** Closes the gap, so that what comes behind is still found. */
    private void remove(int gap) {
        int mask = values.length - 1;
        for (int at = gap + 1 & mask; values[at] != 0; at = at + 1 & mask) {
            int home = home(positions[at], numbers[at]);
            if ((at - home & mask) >= (at - gap & mask)) {
                positions[gap] = positions[at];
                numbers[gap] = numbers[at];
                values[gap] = values[at];
                gap = at;
            }
        }
        values[gap] = 0;
        size--;
    }

    private void grow() {
        long[] oldPositions = positions;
        int[] oldNumbers = numbers;
        int[] oldValues = values;
        positions = new long[oldValues.length * 2];
        numbers = new int[oldValues.length * 2];
        values = new int[oldValues.length * 2];
        for (int i = 0; i < oldValues.length; i++) {
            if (oldValues[i] != 0) {
                int at = find(oldPositions[i], oldNumbers[i]);
                positions[at] = oldPositions[i];
                numbers[at] = oldNumbers[i];
                values[at] = oldValues[i];
            }
        }
    }
}
