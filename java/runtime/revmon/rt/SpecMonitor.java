package revmon.rt;

/**
 * The Java part of one monitor: what a spec's fields, conditions, bodies and handlers live in.
 *
 * <p>javac makes one subclass per spec that holds Java (docs/spec-language.md, "Embedded Java"). One object
 * belongs to one monitor and has that monitor's life. Its methods keep no state of the running event in the
 * object, so they may be entered again, by the same thread or by another one; only the spec's own fields are
 * shared. Every name here starts with "revmon" to stay out of the way of a spec's own names.
 */
public abstract class SpecMonitor implements Cloneable {
    /** What a body or handler answers: any of these bits. */
    public static final int RESET = 1;
    public static final int SKIP = 2;
    public static final int FAILED = 4;

    /** Where a monitor keeps its parameters, without keeping them alive. */
    public interface Parameters {
        /** The object bound to the spec's parameter; null when none is bound, or when it is gone. */
        Object revmonParameter(int index);
    }

    /** Set by whoever owns the monitor when {@link #revmonUsedParameters} is not 0. */
    public Parameters revmonParameters;

    /** Bit i: some condition or body reads parameter i at an event that does not bind it. */
    public long revmonUsedParameters() {
        return 0;
    }

    /** A new one, with the fields as they are initialised; null when that threw. */
    public SpecMonitor revmonNew() {
        return null;
    }

    /** Asks the condition with this number in the class's revmonCodes(). @param variables of its event */
    public boolean revmonAsk(int code, Object[] variables) {
        return false;
    }

    /** Runs the body or handler with this number in the class's revmonCodes(). @param variables null for a handler */
    public int revmonDo(int code, Site site, Object[] variables) {
        return FAILED;
    }

    /** For a monitor that starts as a copy of this one: the same field values, nothing below them copied. */
    public final SpecMonitor revmonCopy() {
        try {
            return (SpecMonitor) super.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    protected final Object revmonParameter(int index) {
        Parameters parameters = revmonParameters;
        return parameters == null ? null : parameters.revmonParameter(index);
    }

    // A variable as its event has it, widened as a call would; what is no such value is an IllegalArgumentException.

    protected static boolean revmonBoolean(Object value) {
        return value instanceof Boolean ? (Boolean) value : (Boolean) revmonWrong(value);
    }

    protected static char revmonChar(Object value) {
        return value instanceof Character ? (Character) value : (Character) revmonWrong(value);
    }

    protected static byte revmonByte(Object value) {
        return value instanceof Byte ? (Byte) value : (Byte) revmonWrong(value);
    }

    protected static short revmonShort(Object value) {
        return value instanceof Short ? (Short) value : revmonByte(value);
    }

    protected static int revmonInt(Object value) {
        return value instanceof Integer ? (Integer) value
                : value instanceof Character ? (Character) value : revmonShort(value);
    }

    protected static long revmonLong(Object value) {
        return value instanceof Long ? (Long) value : revmonInt(value);
    }

    protected static float revmonFloat(Object value) {
        return value instanceof Float ? (Float) value : revmonLong(value);
    }

    protected static double revmonDouble(Object value) {
        return value instanceof Double ? (Double) value : revmonFloat(value);
    }

    private static Object revmonWrong(Object value) {
        throw new IllegalArgumentException(value == null ? "null" : value.getClass().getName());
    }

    /** What __DEFAULT_MESSAGE stands for. */
    public static String revmonDefaultMessage(String spec, Site site) {
        return "Specification " + spec + " has been violated on line " + Site.locationOf(site) + ".";
    }
}
