package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Events that happen to one object together: of each spec concerned a sequence. A letter of the product automaton, whose
 * row of the table it holds: where each state leads. One letter serves all places with the same events.
 */
final class Letter {
    private static final int[] NO_STATES = new int[0];

    final Product product;
    /** Spec by spec, ascending. */
    final FastSpec[] specs;
    final SpecTable.Event[][] events;
    /**
     * By state: the next one plus 1; 0 where it is not known yet, or where something is to be reported. Filled in under
     * the product's lock and read without: 0 is always right, and a longer array starts with zeros.
     */
    int[] next = NO_STATES;
    /**
     * The first three of these transitions again, from and to plus 1, constant to the JIT: where the state is the expected
     * one, what comes next does not have to be looked up, and events in a row do not wait for each other's look-ups.
     */
    @Stable int from1;
    @Stable int to1;
    @Stable int from2;
    @Stable int to2;
    @Stable int from3;
    @Stable int to3;
    /** By state: every move that is known. Filled in and read as `next`; a move has final fields only. */
    private Product.Move[] moves = new Product.Move[0];

    Letter(Product product, FastSpec[] specs, SpecTable.Event[][] events) {
        this.product = product;
        this.specs = specs;
        this.events = events;
    }

    /** From a numbered state; without any lock of the object's but possibly with its. */
    Product.Move move(int state) {
        Product.Move[] known = moves;
        Product.Move move = state < known.length ? known[state] : null;
        return move != null ? move : product.move(state, this);
    }

    /** Under the product's lock. */
    void remember(int state, Product.Move move) {
        if (move.next == Product.SPILLED) {
            return;
        }
        if (state >= moves.length) {
            moves = java.util.Arrays.copyOf(moves, Math.max(8, state + state / 2 + 1));
        }
        moves[state] = move;
        if (move.verdicts.length == 0) {
            int[] row = state < next.length ? next : java.util.Arrays.copyOf(next, Math.max(8, state + state / 2 + 1));
            if (row[state] == 0) {
                expect(state + 1, move.next + 1);
            }
            row[state] = move.next + 1;
            next = row;
        }
    }

    private void expect(int from, int to) {
        if (to1 == 0) {
            to1 = to;
            from1 = from;
        } else if (to2 == 0) {
            to2 = to;
            from2 = from;
        } else if (to3 == 0) {
            to3 = to;
            from3 = from;
        }
    }

    /** Where `state` leads, plus 1; 0: not known without asking. */
    @ForceInline
    int after(int state) {
        if (state + 1 == from1) {
            return to1;
        }
        if (state + 1 == from2) {
            return to2;
        }
        if (state + 1 == from3) {
            return to3;
        }
        int[] row = next;
        return state < row.length ? row[state] : 0;
    }
}
