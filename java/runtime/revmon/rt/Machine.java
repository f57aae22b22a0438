package revmon.rt;

/**
 * Steps one property. A state is an immutable value: sharing it clones a monitor, and equal states behave alike for
 * ever. The tables are those of src/logic, whose machines these follow word by word.
 */
abstract class Machine {
    abstract Object initial();

    abstract Object step(Object state, int symbol);

    /** After the trace that led here. */
    abstract long categories(Object state);

    /** Of the categories held here, those that will be held for ever. */
    abstract long permanent(Object state);

    /** Could some handled category be reached after a further event, when only the parameters in `alive` see any? */
    abstract boolean canReport(Object state, long alive);

    /** Met its budget: has no categories any more. */
    boolean isExhausted(Object state) {
        return false;
    }

    static Machine read(TableReader in) {
        int kind = in.u1();
        int symbols = in.i4();
        switch (kind) {
            case 0:
                return new Dfa(symbols, in);
            case 1:
                return new StackMachine(symbols, in);
            case 2:
                return new Rewriter(symbols, in);
            case 3:
                return new CaretMachine(in);
            default:
                throw new IllegalArgumentException("machine of unknown kind " + kind);
        }
    }

    static boolean someAlive(long[] sets, long alive) {
        for (long needed : sets) {
            if ((needed & ~alive) == 0) {
                return true;
            }
        }
        return false;
    }

    /** A complete deterministic automaton: states are linked, a step follows one reference. */
    static final class Dfa extends Machine {
        private static final class Node {
            long categories;
            long permanent;
            long[] live;
            Node[] next;

            Node() {}
        }

        private final Node initial;
        private final int[][] next;
        private final long[] categories;
        private final long[] permanent;

        Dfa(int symbols, TableReader in) {
            Node[] nodes = new Node[in.count()];
            for (int i = 0; i < nodes.length; i++) {
                nodes[i] = new Node();
                nodes[i].next = new Node[symbols];
            }
            next = new int[nodes.length][symbols];
            categories = new long[nodes.length];
            permanent = new long[nodes.length];
            for (int n = 0; n < nodes.length; n++) {
                Node node = nodes[n];
                categories[n] = node.categories = in.i8();
                permanent[n] = node.permanent = in.i8();
                node.live = in.longs();
                for (int i = 0; i < symbols; i++) {
                    next[n][i] = in.i4();
                    node.next[i] = nodes[next[n][i]];
                }
            }
            initial = nodes[0];
        }

        /** The same by number; 0 is initial. */
        int size() {
            return next.length;
        }

        int next(int state, int symbol) {
            return next[state][symbol];
        }

        long categoriesOf(int state) {
            return categories[state];
        }

        long permanentOf(int state) {
            return permanent[state];
        }

        @Override
        Object initial() {
            return initial;
        }

        @Override
        Object step(Object state, int symbol) {
            return ((Node) state).next[symbol];
        }

        @Override
        long categories(Object state) {
            return ((Node) state).categories;
        }

        @Override
        long permanent(Object state) {
            return ((Node) state).permanent;
        }

        @Override
        boolean canReport(Object state, long alive) {
            return someAlive(((Node) state).live, alive);
        }
    }
}
