package java.util;

/**
 * Where classes enter that say what a test depends on (src/weave/dependency_probe.h). In java.util for the same reason
 * as {@link RevMon}; nothing thrown by us leaves it, and it does nothing while there is no hook.
 *
 * <p>A woven place has a number. It sets its byte of {@link #SEEN}: one store, without a branch that the JIT would bet on and
 * lose when the next test clears the byte. Where tests run side by side, places call {@link #hit} instead.
 */
public final class RevDeps {
    /** What the agent installs when it is ready. Contains its own failures. */
    public interface Hook {
        void hit(int id);

        void receiver(Class<?> type, int id);

        void enter(int id);

        void leave();

        void file(String path);

        void type(Class<?> type);

        void stored(Class<?> type, int id);
    }

    /** Numbers beyond have no place here: those places call. */
    public static final byte[] SEEN = new byte[1 << 22];
    /** By number: the class that the method has run on last, if it need not be told again. */
    public static volatile Class<?>[] last = new Class<?>[0];

    public static volatile Hook hook;

    private RevDeps() {}

    /** The code of this number runs. */
    public static void hit(int id) {
        Hook current = hook;
        if (current == null) {
            return;
        }
        try {
            current.hit(id);
        } catch (StackOverflowError full) {
            // The program's next call will say so itself.
        }
    }

    /** A method runs on this object. */
    public static void receiver(Object object, int id) {
        Class<?> type = object.getClass();
        Class<?>[] known = last;
        if (id < known.length && known[id] == type) {
            return;
        }
        Hook current = hook;
        if (current == null) {
            return;
        }
        try {
            current.receiver(type, id);
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    /** A static initialiser starts. @param id of its class */
    public static void enter(int id) {
        Hook current = hook;
        if (current == null) {
            return;
        }
        try {
            current.enter(id);
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    /** It ends, whichever way. */
    public static void leave() {
        Hook current = hook;
        if (current == null) {
            return;
        }
        try {
            current.leave();
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    /** Something opens a file to read it. @param path a File, a Path or a text */
    public static void file(Object path) {
        Hook current = hook;
        if (current == null || path == null) {
            return;
        }
        try {
            current.file(path.toString());
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    /** The program has got hold of a class. */
    public static void type(Class<?> type) {
        Hook current = hook;
        if (current == null || type == null) {
            return;
        }
        try {
            current.type(type);
        } catch (StackOverflowError full) {
            // As above.
        }
    }

    /** A static field of the class of this number gets another object. */
    public static void stored(Object value, int id) {
        Hook current = hook;
        if (current == null || value == null) {
            return;
        }
        try {
            current.stored(value.getClass(), id);
        } catch (StackOverflowError full) {
            // As above.
        }
    }
}
