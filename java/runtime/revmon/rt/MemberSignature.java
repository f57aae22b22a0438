package revmon.rt;

import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import revmon.rt.lang.Signature;

/** The one implementation of Signature. Holds the class weakly: a site never keeps a class loader alive. */
public final class MemberSignature implements Signature {
    private final String name;
    private final int modifiers;
    private final WeakReference<Class<?>> declaringType;
    private final String declaringTypeName;
    private final String parameters;

    /** @param parameters "(int, String)" for what is called, "" for a field or a class */
    public MemberSignature(String name, int modifiers, Class<?> declaringType, String parameters) {
        this(name, modifiers, declaringType, declaringType.getName(), parameters);
    }

    /** @param declaringType null: not known, only its name */
    MemberSignature(String name, int modifiers, Class<?> declaringType, String declaringTypeName, String parameters) {
        this.name = name;
        this.modifiers = modifiers;
        this.declaringType = new WeakReference<Class<?>>(declaringType);
        this.declaringTypeName = declaringTypeName;
        this.parameters = parameters;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public int getModifiers() {
        return modifiers;
    }

    @Override
    public Class<?> getDeclaringType() {
        return declaringType.get();
    }

    @Override
    public String getDeclaringTypeName() {
        return declaringTypeName;
    }

    @Override
    public String toShortString() {
        int dot = declaringTypeName.lastIndexOf('.');
        return declaringTypeName.substring(dot + 1) + "." + name + parameters;
    }

    @Override
    public String toLongString() {
        String words = Modifier.toString(modifiers);
        return (words.isEmpty() ? "" : words + " ") + toString();
    }

    @Override
    public String toString() {
        return declaringTypeName + "." + name + parameters;
    }
}
