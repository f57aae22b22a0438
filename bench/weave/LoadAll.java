import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * LoadAll JARS...: defines every class of the jars, prints the CPU time of the one thread that does it
 * (weavers work on it), in microseconds, and how many there were.
 */
public class LoadAll {
    public static void main(String[] args) throws Exception {
        List<String> names = new ArrayList<>();
        URL[] urls = new URL[args.length];
        for (int i = 0; i < args.length; i++) {
            urls[i] = new File(args[i]).toURI().toURL();
            try (JarFile jar = new JarFile(args[i])) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    String name = entry.getName();
                    if (name.endsWith(".class") && !name.startsWith("META-INF") && !name.contains("module-info")) {
                        names.add(name.substring(0, name.length() - 6).replace('/', '.'));
                    }
                }
            }
        }
        int loaded = 0;
        int refused = 0;
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try (URLClassLoader loader = new URLClassLoader(urls, LoadAll.class.getClassLoader())) {
            for (String name : names) {
                try {
                    Class.forName(name, false, loader);
                    loaded++;
                } catch (LinkageError | ClassNotFoundException missing) {
                    refused++; // needs a library that is not there
                }
            }
        }
        System.out.println((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin) / 1000 + " " + loaded + " " + refused);
    }
}
