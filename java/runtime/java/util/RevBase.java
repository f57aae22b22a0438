package java.util;

/**
 * The superclass that slots come from: monitored classes that extend Object extend this instead, once the agent has
 * rewritten them (src/weave/slot_plan.h). This source is what our own code is compiled against; in a JVM with slots the
 * agent defines a generated class of the same name and fields, which are synthetic there, and whose constructor stores
 * the number of the running thread into revmonOwner.
 *
 * <p>All fields zero: an object that nobody has touched.
 */
public class RevBase {
    /** The monitor's state. Plain: whoever may touch it is settled by owner and lock. */
    public transient int revmonState;
    /** Number of the thread that made the object, 0 = unknown. Written by constructors only, plainly. */
    public transient int revmonOwner;
    /** Everything else that is kept about the object; null = nothing. */
    public transient Object revmonRecord;
    /**
     * 1 once a second thread has taken the object over: from then on its lock rules. The volatile half of the ownership:
     * a volatile revmonOwner would cost each constructor in the program a memory fence, a plain one could be read once
     * and kept in a register over a whole loop.
     */
    public transient volatile byte revmonShared;

    public RevBase() {}
}
