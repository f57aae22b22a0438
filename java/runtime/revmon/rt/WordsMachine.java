package revmon.rt;

/** What the machines have in common whose states are words. */
abstract class WordsMachine extends Machine {
    /** Categories that are absorbing by definition: fail and succeed. */
    private final long absorbing;
    /** What one more event needs: such a machine is taken to be able to report after any. */
    private final long[] live;

    WordsMachine(TableReader in) {
        absorbing = in.i8();
        live = in.longs();
    }

    @Override
    final long categories(Object state) {
        return ((Words) state).categories;
    }

    @Override
    final long permanent(Object state) {
        return ((Words) state).categories & absorbing;
    }

    @Override
    final boolean canReport(Object state, long alive) {
        return !isExhausted(state) && someAlive(live, alive);
    }
}
