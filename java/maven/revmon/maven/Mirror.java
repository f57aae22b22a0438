package revmon.maven;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Members of a mojo by name: plugins are loaded by class loaders of their own, and differ between versions. */
final class Mirror {
    private Mirror() {
    }

    static Class<?> find(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at.getName().equals(name)) {
                return at;
            }
        }
        return null;
    }

    static Field field(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        return null;
    }

    /** The answer of a method without parameters; null when the mojo has none of this name. */
    static Object call(Object mojo, String name) throws ReflectiveOperationException {
        for (Class<?> at = mojo.getClass(); at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0
                        && !Modifier.isAbstract(method.getModifiers())) {
                    method.setAccessible(true);
                    try {
                        return method.invoke(mojo);
                    } catch (InvocationTargetException e) {
                        return null;
                    }
                }
            }
        }
        return null;
    }
}
