package java.util;

/** Slots as the agent's generated class has them, for the objects of a test: they extend RevBase. */
public final class RevSlots {
    public static final int SHARED = -1;
    private static final ThreadLocal<Integer> ME = new ThreadLocal<Integer>();

    private RevSlots() {}

    public static boolean has(Object object) {
        return object instanceof RevBase;
    }

    public static int state(Object object) {
        return object instanceof RevBase ? ((RevBase) object).revmonState : 0;
    }

    public static void state(Object object, int state) {
        if (object instanceof RevBase) {
            ((RevBase) object).revmonState = state;
        }
    }

    public static int owner(Object object) {
        if (!(object instanceof RevBase)) {
            return 0;
        }
        return ((RevBase) object).revmonShared != 0 ? SHARED : ((RevBase) object).revmonOwner;
    }

    public static boolean owned(Object object, int number) {
        return object instanceof RevBase && ((RevBase) object).revmonShared == 0
                && ((RevBase) object).revmonOwner == number && number != 0;
    }

    public static void owner(Object object, int number) {
        if (!(object instanceof RevBase)) {
            return;
        }
        if (number == SHARED) {
            ((RevBase) object).revmonShared = 1;
        } else {
            ((RevBase) object).revmonOwner = number;
        }
    }

    public static Object record(Object object) {
        return object instanceof RevBase ? ((RevBase) object).revmonRecord : null;
    }

    public static void record(Object object, Object record) {
        if (object instanceof RevBase) {
            ((RevBase) object).revmonRecord = record;
        }
    }

    public static void fresh(Object object) {}

    public static int me() {
        Integer mine = ME.get();
        return mine == null ? 0 : mine;
    }

    public static void me(int number) {
        ME.set(number);
    }
}
