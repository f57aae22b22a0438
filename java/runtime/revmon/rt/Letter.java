package revmon.rt;

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
    private Product.Move[] reporting = new Product.Move[0];

    Letter(Product product, FastSpec[] specs, SpecTable.Event[][] events) {
        this.product = product;
        this.specs = specs;
        this.events = events;
    }

    /** From a numbered state; without any lock of the object's but possibly with its. */
    Product.Move move(int state) {
        Product.Move[] known = reporting;
        Product.Move move = state < known.length ? known[state] : null;
        return move != null ? move : product.move(state, this);
    }

    /** Under the product's lock. */
    void remember(int state, Product.Move move) {
        if (move.verdicts.length == 0 && move.next != Product.SPILLED) {
            int[] row = state < next.length ? next : java.util.Arrays.copyOf(next, Math.max(8, state + state / 2 + 1));
            row[state] = move.next + 1;
            next = row;
        } else if (move.next != Product.SPILLED) {
            Product.Move[] row = state < reporting.length ? reporting.clone()
                    : java.util.Arrays.copyOf(reporting, Math.max(8, state + state / 2 + 1));
            row[state] = move;
            reporting = row;
        }
    }
}
