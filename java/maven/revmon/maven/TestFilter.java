package revmon.maven;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes test classes out of what a Surefire or Failsafe mojo is about to run. Excludes are added to those that it has, and
 * nothing else is changed, so that whatever the user includes, excludes or groups goes on working. Every version since 2.12
 * takes the path of a source file as an exclude.
 */
final class TestFilter {
    /** What Surefire leaves out by itself as long as no other excludes are given. */
    private static final String NESTED = "**/*$*";

    private TestFilter() {
    }

    /** Why all tests run nevertheless; null when they do not. */
    static String leaveOut(Object mojo, List<String> classes) throws ReflectiveOperationException {
        Object chosen = Mirror.call(mojo, "getTest");
        if (chosen != null && !chosen.toString().isEmpty()) {
            return "the build names the tests that run";
        }
        Field suites = Mirror.field(mojo.getClass(), "suiteXmlFiles");
        Object files = suites == null ? null : suites.get(mojo);
        if (files != null && Array.getLength(files) > 0) {
            return "a suite file says which tests run";
        }
        Field field = Mirror.field(mojo.getClass(), "excludes");
        if (field == null) {
            return "this Surefire has no excludes";
        }
        List<String> excludes = new ArrayList<>();
        Object before = field.get(mojo);
        if (before instanceof Iterable) {
            for (Object one : (Iterable<?>) before) {
                if (one != null) {
                    excludes.add(one.toString());
                }
            }
        }
        if (excludes.isEmpty()) {
            excludes.add(NESTED);
        }
        for (String name : classes) {
            String path = name.replace('.', '/');
            excludes.add(path + ".java");
            excludes.add(path + "$*.java");
        }
        field.set(mojo, excludes);
        Field fail = Mirror.field(mojo.getClass(), "failIfNoTests");
        if (fail != null) {
            fail.set(mojo, false);
        }
        return null;
    }
}
