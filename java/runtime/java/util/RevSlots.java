package java.util;

/**
 * The slots of objects: what RevMon keeps in the object itself, so that it dies with it. This source is what our own code
 * is compiled against, and what runs where slots are switched off: no object has one. In a JVM with slots the agent
 * defines a generated class of the same name and methods instead (src/weave/slot_class.h): each method is a chain of
 * class tests (RevBase, then the classes that the JVM loads before RevBase can exist) and a field access, always
 * inlined. For an object without slot, and for null, reads give 0 or null and writes do nothing.
 */
public final class RevSlots {
    /** What {@link #owner(Object)} gives for an object that was taken over. */
    public static final int SHARED = -1;

    private RevSlots() {}

    public static boolean has(Object object) {
        return false;
    }

    public static int state(Object object) {
        return 0;
    }

    public static void state(Object object, int state) {}

    /**
     * The number of the thread that made the object (0: unknown, or it had none), or {@link #SHARED}. The read is
     * volatile: it is not moved out of loops, and what is read after it is not older. The owner may use state and
     * record as they are; everybody else takes the object over first.
     */
    public static int owner(Object object) {
        return 0;
    }

    /** True: not shared, and made by thread `number`. The fast path's question, in one chain of tests. False for 0. */
    public static boolean owned(Object object, int number) {
        return false;
    }

    /** SHARED: taken over, for good (a volatile write). Any other number is stored plainly, and does not undo SHARED. */
    public static void owner(Object object, int number) {}

    public static Object record(Object object) {
        return null;
    }

    public static void record(Object object, Object record) {}

    /** Forgets everything, as if the running thread had just made the object: for the copies that clone() makes. */
    public static void fresh(Object object) {}

    /** The number of the running thread; 0 as long as it has none, and always on virtual threads. */
    public static int me() {
        return 0;
    }

    /** Gives the running thread its number; not for virtual threads. Numbers are positive. */
    public static void me(int number) {}
}
