package revmon.rt.lang.reflect;

/** What a spec calls org.aspectj.lang.reflect.SourceLocation. */
public interface SourceLocation {
    /** Null when the class file does not say. */
    String getFileName();

    /** 0 when the class file does not say. */
    int getLine();
}
