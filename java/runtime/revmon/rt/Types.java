package revmon.rt;

import java.lang.annotation.Annotation;
import java.util.HashSet;
import java.util.Set;

/** instanceof by name: no class is loaded for it, and classes of any loader will do. Cached with each class. */
final class Types {
    private static final ClassValue<Set<String>> SUPERTYPES = new ClassValue<Set<String>>() {
        @Override
        protected Set<String> computeValue(Class<?> type) {
            Set<String> names = new HashSet<String>();
            collect(type, names);
            return names;
        }
    };

    private Types() {}

    /** @param name as Class.getName() writes it. Null is an instance of nothing. */
    static boolean isInstance(Object value, String name) {
        return value != null && SUPERTYPES.get(value.getClass()).contains(name);
    }

    static boolean hasAnnotation(Object value, String name) {
        if (value == null) {
            return false;
        }
        for (Annotation annotation : value.getClass().getAnnotations()) {
            if (annotation.annotationType().getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The class of this name among the object's class and its supertypes; null: none. */
    static Class<?> findSupertype(Class<?> type, String name) {
        for (Class<?> up = type; up != null; up = up.getSuperclass()) {
            if (up.getName().equals(name)) {
                return up;
            }
            for (Class<?> each : up.getInterfaces()) {
                Class<?> found = findSupertype(each, name);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static void collect(Class<?> type, Set<String> names) {
        if (type == null || !names.add(type.getName())) {
            return;
        }
        collect(type.getSuperclass(), names);
        for (Class<?> each : type.getInterfaces()) {
            collect(each, names);
        }
        Class<?> component = type.getComponentType();
        if (component != null && !component.isPrimitive()) {
            // String[] is an Object[] too, and String[][] an Object[] and an Object[][].
            Set<String> elements = new HashSet<String>();
            collect(component, elements);
            for (String name : elements) {
                names.add(name.charAt(0) == '[' ? "[" + name : "[L" + name + ";");
            }
        }
    }
}
