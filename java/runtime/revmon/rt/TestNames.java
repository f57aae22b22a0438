package revmon.rt;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The names of tests, from the objects by which their frameworks know them: pkg.Class#method, pkg.Class#method[2] for
 * one of several runs, pkg.Class for a class. Null: it has no class, or none that we can find out.
 *
 * <p>All by reflection on public types of the frameworks: we see none of them when we are compiled.
 */
final class TestNames {
    private static final int MOST_COUNTED = 100000;
    private static final int TESTNG_SUCCESS = 1;
    private static final int TESTNG_SKIP = 3;
    private static final int TESTNG_STARTED = 16;

    /** Runs of a method so far, where the framework does not number them. */
    private final ConcurrentMap<String, int[]> runs = new ConcurrentHashMap<String, int[]>();

    TestNames() {}

    /** junit.framework.Test. */
    String junit3(Object test) throws Exception {
        if (Types.findSupertype(test.getClass(), "junit.framework.TestCase") != null) {
            return join(test.getClass().getName(), (String) call(test, "junit.framework.TestCase", "getName"));
        }
        return parse(test.toString(), test.getClass().getName());
    }

    /** org.junit.runner.Description. */
    String junit4(Object description) throws Exception {
        String type = "org.junit.runner.Description";
        return parse((String) call(description, type, "getDisplayName"), null);
    }

    /** org.junit.runner.notification.Failure. */
    String junit4Failure(Object failure) throws Exception {
        return junit4(call(failure, "org.junit.runner.notification.Failure", "getDescription"));
    }

    /** org.junit.runners.ParentRunner. */
    String junit4Class(Object runner) throws Exception {
        Object type = call(runner, "org.junit.runners.ParentRunner", "getTestClass");
        Class<?> known = (Class<?>) call(type, "org.junit.runners.model.TestClass", "getJavaClass");
        return known == null ? null : known.getName();
    }

    /** "method(pkg.Class)", as JUnit 3 and 4 write it; the method may hold anything. */
    private static String parse(String text, String otherwise) {
        int open = text == null || !text.endsWith(")") ? -1 : text.lastIndexOf('(');
        if (open < 0) {
            return text == null || text.isEmpty() ? otherwise : text;
        }
        return join(text.substring(open + 1, text.length() - 1), text.substring(0, open));
    }

    private static String join(String type, String method) {
        return method == null || method.isEmpty() ? type : type + "#" + method;
    }

    private static final String DESCRIPTOR = "org.junit.platform.engine.TestDescriptor";

    boolean isContainer(Object descriptor) throws Exception {
        return !Boolean.TRUE.equals(call(descriptor, DESCRIPTOR, "isTest"));
    }

    /** org.junit.platform.engine.TestDescriptor. */
    String platform(Object descriptor) throws Exception {
        boolean container = isContainer(descriptor);
        Object source = sourceOf(descriptor);
        if (isMethod(source)) {
            String method = (String) call(source, METHOD_SOURCE, "getMethodName");
            if (method.startsWith("$spock_")) {
                method = methodNameOfSpock(descriptor);
            }
            return join((String) call(source, METHOD_SOURCE, "getClassName"), method) + runOf(descriptor);
        }
        if (container) {
            return isClass(source) ? (String) call(source, CLASS_SOURCE, "getClassName") : null;
        }
        String type = isClass(source) ? (String) call(source, CLASS_SOURCE, "getClassName") : classAbove(descriptor);
        String name = (String) call(descriptor, DESCRIPTOR, "getDisplayName");
        return type == null ? name : join(type, name);
    }

    private static final String METHOD_SOURCE = "org.junit.platform.engine.support.descriptor.MethodSource";
    private static final String CLASS_SOURCE = "org.junit.platform.engine.support.descriptor.ClassSource";

    private static boolean isMethod(Object source) {
        return source != null && Types.findSupertype(source.getClass(), METHOD_SOURCE) != null;
    }

    private static boolean isClass(Object source) {
        return source != null && Types.findSupertype(source.getClass(), CLASS_SOURCE) != null;
    }

    private static Object sourceOf(Object descriptor) throws Exception {
        return orNull(call(descriptor, DESCRIPTOR, "getSource"));
    }

    private static Object orNull(Object optional) throws Exception {
        boolean present = Boolean.TRUE.equals(call(optional, "java.util.Optional", "isPresent"));
        return present ? call(optional, "java.util.Optional", "get") : null;
    }

    /** Of the nearest container that is a class. */
    private static String classAbove(Object descriptor) throws Exception {
        for (Object up = descriptor; up != null; up = orNull(call(up, DESCRIPTOR, "getParent"))) {
            Object source = sourceOf(up);
            if (isClass(source)) {
                return (String) call(source, CLASS_SOURCE, "getClassName");
            }
        }
        return null;
    }

    /** Features are compiled into methods of made-up names. An iteration is named after its feature. */
    private static String methodNameOfSpock(Object descriptor) throws Exception {
        Object feature = descriptor;
        if (!runOf(descriptor).isEmpty()) {
            Object parent = orNull(call(descriptor, DESCRIPTOR, "getParent"));
            feature = parent == null ? descriptor : parent;
        }
        return (String) call(feature, DESCRIPTOR, "getDisplayName");
    }

    /** "[2]" for the second run of a parameterized, repeated or dynamic test; nested ones one after the other. */
    private static String runOf(Object descriptor) throws Exception {
        StringBuilder run = new StringBuilder();
        Object id = call(descriptor, DESCRIPTOR, "getUniqueId");
        for (Object segment : (List<?>) call(id, "org.junit.platform.engine.UniqueId", "getSegments")) {
            String type = (String) call(segment, "org.junit.platform.engine.UniqueId$Segment", "getType");
            if (type.contains("invocation") || type.startsWith("dynamic-") || type.equals("iteration")) {
                String value = (String) call(segment, "org.junit.platform.engine.UniqueId$Segment", "getValue");
                run.append('[').append(value.startsWith("#") ? value.substring(1) : value).append(']');
            }
        }
        return run.toString();
    }

    /** org.junit.platform.engine.TestExecutionResult. */
    int platformOutcome(Object result) throws Exception {
        String status = String.valueOf(call(result, "org.junit.platform.engine.TestExecutionResult", "getStatus"));
        return status.equals("SUCCESSFUL") ? Tests.PASSED : status.equals("ABORTED") ? Tests.SKIPPED : Tests.FAILED;
    }

    private static final String TESTNG_RESULT = "org.testng.ITestResult";
    private static final String TESTNG_METHOD = "org.testng.ITestNGMethod";

    /** org.testng.ITestResult. */
    String testng(Object result) throws Exception {
        Object method = call(result, TESTNG_RESULT, "getMethod");
        return join(testngClass(result), (String) call(method, TESTNG_METHOD, "getMethodName"));
    }

    String testngClass(Object result) throws Exception {
        Object method = call(result, TESTNG_RESULT, "getMethod");
        return ((Class<?>) call(method, TESTNG_METHOD, "getRealClass")).getName();
    }

    /** The name with a number, from 0 as TestNG counts, if the test has parameters. */
    String numbered(Object result, String name) throws Exception {
        Object[] parameters = (Object[]) call(result, TESTNG_RESULT, "getParameters");
        if (parameters == null || parameters.length == 0) {
            return name;
        }
        int[] count = runs.get(name);
        if (count == null && runs.size() < MOST_COUNTED) {
            runs.putIfAbsent(name, new int[1]);
            count = runs.get(name);
        }
        if (count == null) {
            return name;
        }
        synchronized (count) {
            return name + "[" + count[0]++ + "]";
        }
    }

    /** UNFINISHED: it starts. */
    int testngOutcome(Object result) throws Exception {
        int status = (Integer) call(result, TESTNG_RESULT, "getStatus");
        return status == TESTNG_STARTED ? Tests.UNFINISHED
                : status == TESTNG_SUCCESS ? Tests.PASSED
                : status == TESTNG_SKIP ? Tests.SKIPPED : Tests.FAILED;
    }

    /** A public method without parameters, as the named supertype declares it: the object's own class may be hidden. */
    private static Object call(Object target, String type, String name) throws Exception {
        Class<?> declaring = Types.findSupertype(target.getClass(), type);
        if (declaring == null) {
            throw new ClassCastException(type);
        }
        Method method = declaring.getMethod(name);
        try {
            return method.invoke(target);
        } catch (IllegalAccessException hidden) {
            method.setAccessible(true);
            return method.invoke(target);
        } catch (InvocationTargetException thrown) {
            Monitoring.passThreadDeath(thrown.getCause());
            throw thrown;
        }
    }
}
