package revmon.rt;

/** What the agent was asked for beyond violations; set before the engines are made. */
final class Settings {
    /** How many of the events that led to a violation are kept with a monitor. */
    static volatile int trail;
    /** Count events and monitors. */
    static volatile boolean stats;
    /** Write every event down, to be replayed through the reference engine. */
    static volatile boolean record;

    /** How many bytes all traces may take; 0: they are not kept. */
    static volatile long traces;

    /** Are traces only kept to select monitors, and not written? */
    static volatile boolean tracesAreOurs;
    /** Which monitors are made; null: all. */
    static volatile Selection.Wish select;

    private Settings() {}

    /** All of these are kept by {@link Engine}: no spec may go another, faster way. */
    static boolean needEngine() {
        return trail > 0 || stats || record;
    }

    /** Every monitor has to be an {@link Instance} that takes each of its events at once. */
    static boolean needInstances() {
        return needEngine() || traces > 0 || select != null;
    }
}
