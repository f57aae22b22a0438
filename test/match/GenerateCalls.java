import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes Java sources with one call a line: every public method and constructor of each given type, through a variable
 * of that type, and through a subclass and a raw and a parameterized use where that says something new.
 *
 * <p>Usage: java GenerateCalls.java OUT TYPES-FILE. The types are binary names, one a line; those this JDK does not
 * have are left out.
 */
public class GenerateCalls {
    static final int CALLS_PER_CLASS = 150;
    static final Set<String> OMITTED = new HashSet<>(Arrays.asList("getClass", "notify", "notifyAll"));

    final Path out;
    final List<String> lines = new ArrayList<>();
    int classes = 0;
    int calls = 0;

    GenerateCalls(Path out) {
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        GenerateCalls generator = new GenerateCalls(Paths.get(args[0]));
        Set<String> names = new TreeSet<>(Files.readAllLines(Paths.get(args[1])));
        for (String name : names) {
            Class<?> type;
            try {
                type = Class.forName(name.trim(), false, ClassLoader.getSystemClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                continue;
            }
            if (isPublic(type) && !type.isAnnotation() && isExported(type)) {
                generator.addType(type);
            }
        }
        generator.flush();
        System.out.println(generator.calls + " calls in " + generator.classes + " classes");
    }

    static boolean isPublic(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
    }

    static boolean isExported(Class<?> type) {
        return type.getModule().isExported(type.getPackageName());
    }

    void addType(Class<?> type) throws IOException {
        String raw = type.getCanonicalName();
        Method[] methods = type.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method method : methods) {
            if (method.isBridge() || method.isSynthetic() || OMITTED.contains(method.getName())) {
                continue;
            }
            boolean isStatic = Modifier.isStatic(method.getModifiers());
            if (isStatic && method.getDeclaringClass() != type) {
                continue;
            }
            boolean comparesEnum = type.isEnum() && method.getName().equals("compareTo");
            if (comparesEnum || !areVisible(method)) {
                continue;
            }
            String receiver = isStatic ? raw : "((" + raw + ") o)";
            add(receiver + "." + method.getName() + "(" + arguments(method) + ");");
        }
        if (!Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
            Constructor<?>[] constructors = type.getConstructors();
            Arrays.sort(constructors, Comparator.comparing(Constructor::toString));
            for (Constructor<?> constructor : constructors) {
                if (areVisible(constructor) && (type.getEnclosingClass() == null || Modifier.isStatic(type.getModifiers()))) {
                    add("new " + raw + "(" + arguments(constructor) + ");");
                }
            }
        }
        for (Field field : type.getFields()) {
            if (field.getDeclaringClass() == type && !Modifier.isFinal(field.getModifiers())) {
                add("keep(" + (Modifier.isStatic(field.getModifiers()) ? raw : "((" + raw + ") o)") + "." + field.getName() + ");");
            }
        }
    }

    static boolean areVisible(Executable executable) {
        for (Class<?> parameter : executable.getParameterTypes()) {
            Class<?> element = parameter;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            if (!element.isPrimitive() && !(Modifier.isPublic(element.getModifiers()) && isExported(element))) {
                return false;
            }
        }
        return true;
    }

    static String arguments(Executable executable) {
        StringBuilder text = new StringBuilder();
        for (Class<?> parameter : executable.getParameterTypes()) {
            if (text.length() > 0) {
                text.append(", ");
            }
            text.append("(").append(parameter.getCanonicalName()).append(") ");
            text.append(parameter.isPrimitive() ? (parameter == boolean.class ? "false" : "0") : "null");
        }
        return text.toString();
    }

    void add(String statement) throws IOException {
        lines.add(statement);
        calls++;
        if (lines.size() == CALLS_PER_CLASS) {
            flush();
        }
    }

    void flush() throws IOException {
        if (lines.isEmpty()) {
            return;
        }
        String name = "Calls" + classes++;
        StringBuilder text = new StringBuilder();
        text.append("package calls; @SuppressWarnings({\"all\"}) public class " + name + " { static void keep(Object o) {}\n");
        int method = 0;
        for (String line : lines) {
            text.append("static void m" + method++ + "(Object o) throws Throwable { " + line + " }\n");
        }
        text.append("}\n");
        Path folder = out.resolve("calls");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".java"), text);
        lines.clear();
    }
}
