import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Runs the tests of many compiled programs, FOLDER/out/N, each test in a class loader of its own. Prints a line
 * "N spec class method" for every event whose value is a violation.
 */
public class RunMany {
    public static void main(String[] args) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (File tree : new File(args[0], "out").listFiles()) {
            File[] tests = new File(tree, "p").listFiles((dir, name) -> name.matches("T\\d+\\.class"));
            Arrays.sort(tests);
            java.util.TreeSet<String> found = new java.util.TreeSet<>();
            for (File test : tests) {
                String name = "p." + test.getName().replace(".class", "");
                for (String method : new String[] {"test0", "test1"}) run(tree, name, method, found);
            }
            for (String line : found) lines.append(tree.getName()).append(' ').append(line).append('\n');
        }
        System.out.print(lines);
    }

    @SuppressWarnings("unchecked")
    static void run(File tree, String name, String method, java.util.Set<String> found) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {tree.toURI().toURL()}, null)) {
            Class<?> type = loader.loadClass(name);
            Object test = type.getConstructor().newInstance();
            type.getMethod("prepare").invoke(test);
            type.getMethod(method).invoke(test);
            found.addAll((java.util.Set<String>) loader.loadClass("rec.Rec").getField("found").get(null));
        }
    }
}
