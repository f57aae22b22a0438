package revmon.rt.lang;

/**
 * What a spec calls org.aspectj.lang.Signature. It has a name of its own because it is defined by the boot
 * loader, where org.aspectj.lang would take the place of the AspectJ that a program brings along.
 */
public interface Signature {
    String getName();

    /** Access flags as in java.lang.reflect.Modifier. */
    int getModifiers();

    /** Null once the class is unloaded. */
    Class<?> getDeclaringType();

    String getDeclaringTypeName();

    String toShortString();

    String toLongString();
}
