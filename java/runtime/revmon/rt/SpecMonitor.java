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

    /** What __DEFAULT_MESSAGE stands for. */
    public static String revmonDefaultMessage(String spec, Site site) {
        return "Specification " + spec + " has been violated on line " + Site.locationOf(site) + ".";
    }
}
