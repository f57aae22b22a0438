import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the test classes p.T0, p.T1, ... of one compiled program with JUnit, each in a class loader of its own, so that
 * none can leave anything to another. What they observe they print themselves.
 */
public class RunRecorded {
    public static void main(String[] args) throws Exception {
        File[] tests = new File(args[0], "p").listFiles((dir, name) -> name.matches("T\\d+\\.class"));
        Arrays.sort(tests);
        Launcher launcher = LauncherFactory.create();
        for (File test : tests) {
            URL[] path = {new File(args[0]).toURI().toURL()};
            try (URLClassLoader loader = new URLClassLoader(path, RunRecorded.class.getClassLoader())) {
                Class<?> type = loader.loadClass("p." + test.getName().replace(".class", ""));
                launcher.execute(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(type)).build());
            }
        }
    }
}
