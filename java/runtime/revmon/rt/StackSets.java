package revmon.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sets of stacks as minimal acyclic automata, for one step; see src/logic/stack_set.h. Edges are (symbol, cell) pairs. */
final class StackSets {
    static final int NONE = 0;
    static final int EMPTY_STACK = 1;

    static final class Saved {
        final int[] words;
        final int cells;

        Saved(int[] words, int cells) {
            this.words = words;
            this.cells = cells;
        }
    }

    private static final class Cell {
        final boolean ends;
        final int[] edges;

        Cell(boolean ends, int[] edges) {
            this.ends = ends;
            this.edges = edges;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cell && ends == ((Cell) other).ends && Arrays.equals(edges, ((Cell) other).edges);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(edges) * 2 + (ends ? 1 : 0);
        }
    }

    private final long maxCells;
    private boolean overflow;
    private final List<Cell> cells = new ArrayList<Cell>();
    private final Map<Cell, Integer> index = new HashMap<Cell, Integer>();
    private final Map<Long, Integer> unions = new HashMap<Long, Integer>();

    StackSets(int maxCells) {
        this.maxCells = maxCells;
        intern(false, new int[0]);
        intern(true, new int[0]);
    }

    boolean overflow() {
        return overflow;
    }

    int[] edges(int cell) {
        return cells.get(cell).edges;
    }

    boolean ends(int cell) {
        return cells.get(cell).ends;
    }

    private int intern(boolean ends, int[] edges) {
        if (cells.size() > maxCells * 8 + 64) {
            overflow = true;
            return NONE;
        }
        Cell cell = new Cell(ends, edges);
        Integer known = index.get(cell);
        if (known != null) {
            return known;
        }
        index.put(cell, cells.size());
        cells.add(cell);
        return cells.size() - 1;
    }

    int union(int a, int b) {
        if (a == b || b == NONE) {
            return a;
        }
        if (a == NONE) {
            return b;
        }
        long key = (long) Math.min(a, b) << 32 | Math.max(a, b);
        Integer known = unions.get(key);
        if (known != null) {
            return known;
        }
        int[] left = edges(a);
        int[] right = edges(b);
        IntList merged = new IntList();
        int x = 0;
        int y = 0;
        while (x < left.length || y < right.length) {
            if (y == right.length || x < left.length && left[x] < right[y]) {
                merged.add(left[x]);
                merged.add(left[x + 1]);
                x += 2;
            } else if (x == left.length || right[y] < left[x]) {
                merged.add(right[y]);
                merged.add(right[y + 1]);
                y += 2;
            } else {
                int both = union(left[x + 1], right[y + 1]);
                merged.add(left[x]);
                merged.add(both);
                x += 2;
                y += 2;
            }
        }
        int result = intern(ends(a) || ends(b), merged.toArray());
        unions.put(key, result);
        return result;
    }

    /** Puts `symbol` on top of every stack, after taking one `absorbed` off the stacks that have it on top. */
    int push(int symbol, int absorbed, int below) {
        if (below == NONE) {
            return NONE;
        }
        int under = below;
        int[] edges = edges(below);
        for (int i = 0; i < edges.length; i += 2) {
            if (edges[i] == absorbed) {
                IntList others = new IntList(edges);
                others.replace(i, 2, new int[0]);
                under = union(intern(ends(below), others.toArray()), edges[i + 1]);
                break;
            }
        }
        return intern(false, new int[] {symbol, under});
    }

    int load(int[] words) {
        IntList loaded = new IntList();
        for (int at = 0; at < words.length;) {
            int head = words[at++];
            int[] edges = new int[head / 2 * 2];
            for (int i = 0; i < edges.length; i += 2, at += 2) {
                edges[i] = words[at];
                edges[i + 1] = loaded.get(words[at + 1]);
            }
            loaded.add(intern(head % 2 != 0, edges));
        }
        return loaded.get(loaded.size() - 1);
    }

    /** Cells below before cells above, the root last; equal sets have equal words. */
    Saved save(int root) {
        IntList words = new IntList();
        Map<Integer, Integer> numbers = new HashMap<Integer, Integer>();
        IntList path = new IntList(root, 0);
        while (path.size() > 0) {
            int cell = path.get(path.size() - 2);
            int next = path.get(path.size() - 1);
            int[] edges = edges(cell);
            while (next < edges.length && numbers.containsKey(edges[next + 1])) {
                next += 2;
            }
            path.set(path.size() - 1, next);
            if (next < edges.length) {
                path.add(edges[next + 1]);
                path.add(0);
                continue;
            }
            words.add(edges.length + (ends(cell) ? 1 : 0));
            for (int i = 0; i < edges.length; i += 2) {
                words.add(edges[i]);
                words.add(numbers.get(edges[i + 1]));
            }
            numbers.put(cell, numbers.size());
            path.shrinkTo(path.size() - 2);
        }
        return new Saved(words.toArray(), numbers.size());
    }
}
