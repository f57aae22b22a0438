package revmon.rt;

/** What __RESET and __SKIP did during one run of a body; an object, since a lambda may hold the macro. */
public final class Flags {
    private int bits;

    public void reset() {
        bits |= SpecMonitor.RESET;
    }

    public void skip() {
        bits |= SpecMonitor.SKIP;
    }

    public int bits() {
        return bits;
    }
}
