package revmon.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All one-object specs as one automaton. A state is what all of them know about one object, as one number: an event costs
 * one look-up, however many specs are meant. States and transitions are made when they are first needed, so only
 * combinations that really occur exist, whatever types an object has.
 *
 * <p>Beyond MOST_STATES an object's state is spilled: kept with its record as it is, without a number. Slower, never wrong.
 */
final class Product {
    static final int UNTOUCHED = 0;
    static final int SPILLED = 1;
    static final int MOST_STATES = 1 << 13;
    private static final FastSpec.Verdict[] NO_VERDICTS = new FastSpec.Verdict[0];
    private static final int[] NO_CELLS = new int[0];

    /** Where a letter leads from a state, and what it reports. */
    static final class Move {
        final int next;
        /** When next is SPILLED. */
        final int[] cells;
        final FastSpec.Verdict[] verdicts;

        Move(int next, int[] cells, FastSpec.Verdict[] verdicts) {
            this.next = next;
            this.cells = cells;
            this.verdicts = verdicts;
        }
    }

    /** Cells as pairs (spec, cell), ascending by spec, without NONE. */
    private static final class Key {
        final int[] cells;

        Key(int[] cells) {
            this.cells = cells;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && Arrays.equals(cells, ((Key) other).cells);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(cells);
        }
    }

    private final int mostStates;
    private final List<int[]> states = new ArrayList<int[]>();
    private final Map<Key, Integer> numbers = new HashMap<Key, Integer>();
    private final Map<Key, Letter> letters = new HashMap<Key, Letter>();

    Product(int mostStates) {
        this.mostStates = mostStates;
        states.add(NO_CELLS);
        states.add(null);
        numbers.put(new Key(NO_CELLS), UNTOUCHED);
    }

    /** @param specs ascending by id, each once */
    synchronized Letter letter(FastSpec[] specs, SpecTable.Event[][] events) {
        int length = 0;
        for (SpecTable.Event[] each : events) {
            length += 2 + each.length;
        }
        int[] key = new int[length];
        int at = 0;
        for (int i = 0; i < specs.length; i++) {
            key[at++] = specs[i].table.id;
            key[at++] = events[i].length;
            for (SpecTable.Event event : events[i]) {
                key[at++] = event.index;
            }
        }
        Letter letter = letters.get(new Key(key));
        if (letter == null) {
            letter = new Letter(this, specs, events);
            letters.put(new Key(key), letter);
        }
        return letter;
    }

    synchronized Move move(int state, Letter letter) {
        Move move = move(states.get(state), letter);
        letter.remember(state, move);
        return move;
    }

    /** From a spilled state. */
    synchronized Move move(int[] from, Letter letter) {
        List<FastSpec.Verdict> verdicts = new ArrayList<FastSpec.Verdict>(0);
        int[] to = new int[from.length + letter.specs.length * 2];
        int size = 0;
        int read = 0;
        for (int i = 0; i < letter.specs.length; i++) {
            FastSpec spec = letter.specs[i];
            while (read < from.length && from[read] < spec.table.id) {
                to[size++] = from[read++];
                to[size++] = from[read++];
            }
            int cell = FastSpec.NONE;
            if (read < from.length && from[read] == spec.table.id) {
                cell = from[read + 1];
                read += 2;
            }
            for (SpecTable.Event event : letter.events[i]) {
                cell = spec.step(cell, event, verdicts);
            }
            if (cell != FastSpec.NONE) {
                to[size++] = spec.table.id;
                to[size++] = cell;
            }
        }
        while (read < from.length) {
            to[size++] = from[read++];
        }
        return moveTo(Arrays.copyOf(to, size), verdicts);
    }

    private Move moveTo(int[] cells, List<FastSpec.Verdict> found) {
        FastSpec.Verdict[] verdicts = found.isEmpty() ? NO_VERDICTS : found.toArray(new FastSpec.Verdict[0]);
        Key key = new Key(cells);
        Integer number = numbers.get(key);
        if (number == null) {
            if (states.size() >= mostStates) {
                return new Move(SPILLED, cells, verdicts);
            }
            number = states.size();
            states.add(cells);
            numbers.put(key, number);
        }
        return new Move(number, null, verdicts);
    }
}
