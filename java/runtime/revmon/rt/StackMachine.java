package revmon.rt;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Context-free languages; see src/logic/stack_machine.h. A state is a set of stacks as {@link StackSets} saves it. */
final class StackMachine extends WordsMachine {
    private static final int EXHAUSTED = -1;
    private static final int NO_SYMBOL = -1;

    private static final class Row {
        final boolean nullable;
        final int absorbed;
        final int[][][] push;

        Row(int symbols, TableReader in) {
            nullable = in.flag();
            absorbed = in.i4();
            push = new int[symbols][][];
            for (int i = 0; i < symbols; i++) {
                push[i] = new int[in.count()][];
                for (int j = 0; j < push[i].length; j++) {
                    push[i][j] = in.ints();
                }
            }
        }
    }

    private final Row[] rows;
    private final boolean emptyLanguage;
    private final int maxCells;
    private final long match;
    private final long fail;
    private final long nonfail;
    private final Words exhausted = new Words(EXHAUSTED, 0);
    private final Words initial;

    StackMachine(int symbols, TableReader in) {
        super(in);
        match = in.i8();
        fail = in.i8();
        nonfail = in.i8();
        maxCells = in.i4();
        emptyLanguage = in.flag();
        rows = new Row[in.count()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new Row(symbols, in);
        }
        StackSets sets = new StackSets(maxCells);
        int root = emptyLanguage ? StackSets.NONE : sets.push(0, NO_SYMBOL, StackSets.EMPTY_STACK);
        initial = new Words(sets.save(root).words, categoriesOf(sets, root));
    }

    @Override
    Object initial() {
        return initial;
    }

    @Override
    boolean isExhausted(Object state) {
        return ((Words) state).words[0] == EXHAUSTED;
    }

    @Override
    Object step(Object state, int symbol) {
        if (isExhausted(state)) {
            return state;
        }
        StackSets sets = new StackSets(maxCells);
        int root = sets.load(((Words) state).words);
        int result = StackSets.NONE;
        for (int top : tops(sets, root)) {
            int[] edges = sets.edges(top);
            for (int i = 0; i < edges.length; i += 2) {
                for (int[] string : rows[edges[i]].push[symbol]) {
                    int stacks = edges[i + 1];
                    for (int k = string.length - 1; k >= 0; k--) {
                        stacks = sets.push(string[k], rows[string[k]].absorbed, stacks);
                    }
                    result = sets.union(result, stacks);
                }
            }
        }
        StackSets.Saved saved = sets.save(result);
        if (sets.overflow() || saved.cells > maxCells) {
            return exhausted;
        }
        return new Words(saved.words, categoriesOf(sets, result));
    }

    private long categoriesOf(StackSets sets, int root) {
        if (root == StackSets.NONE) {
            return fail;
        }
        for (int top : tops(sets, root)) {
            if (sets.ends(top)) {
                return match | nonfail;
            }
        }
        return nonfail;
    }

    /** The cells that can be on top once nullable symbols are skipped, the root first. */
    private List<Integer> tops(StackSets sets, int root) {
        List<Integer> tops = new ArrayList<Integer>();
        Set<Integer> seen = new HashSet<Integer>();
        tops.add(root);
        seen.add(root);
        for (int i = 0; i < tops.size(); i++) {
            int[] edges = sets.edges(tops.get(i));
            for (int k = 0; k < edges.length; k += 2) {
                if (rows[edges[k]].nullable && seen.add(edges[k + 1])) {
                    tops.add(edges[k + 1]);
                }
            }
        }
        return tops;
    }
}
