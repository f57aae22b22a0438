import java.io.BufferedWriter;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loads and links (so verifies) classes without initialising them, and writes down which ones fail, and how.
 *
 *   java -Xverify:all ... LoadAll NAMES FAILURES [PATH...]
 *
 * NAMES lists internal names. Without PATH the classes are looked up in this JVM's own modules, else in the folders
 * and jars given. FAILURES gets a line "name error-class first-line-of-message" per class, sorted.
 */
public final class LoadAll {
  public static void main(String[] args) throws Exception {
    List<String> names = Files.readAllLines(Paths.get(args[0]));
    List<URL> urls = new ArrayList<>();
    for (int i = 2; i < args.length; i++) urls.add(new File(args[i]).toURI().toURL());
    ClassLoader loader = urls.isEmpty()
        ? ClassLoader.getSystemClassLoader()
        : new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getSystemClassLoader().getParent());

    AtomicInteger next = new AtomicInteger();
    AtomicInteger loaded = new AtomicInteger();
    TreeMap<String, String> failures = new TreeMap<>();
    Runnable work = () -> {
      for (int i = next.getAndIncrement(); i < names.size(); i = next.getAndIncrement()) {
        try {
          // getDeclaredConstructors links the class, and resolves less than getDeclaredMethods does.
          Class.forName(names.get(i).replace('/', '.'), false, loader).getDeclaredConstructors();
          loaded.incrementAndGet();
        } catch (Throwable e) {
          String message = String.valueOf(e.getMessage()).split("\n")[0];
          synchronized (failures) {
            failures.put(names.get(i), e.getClass().getName() + " " + message);
          }
        }
      }
    };
    Thread[] threads = new Thread[Runtime.getRuntime().availableProcessors()];
    for (int i = 0; i < threads.length; i++) (threads[i] = new Thread(null, work, "load-" + i, 64 << 20)).start();
    for (Thread thread : threads) thread.join();

    try (BufferedWriter out = Files.newBufferedWriter(Paths.get(args[1]))) {
      for (var failure : failures.entrySet()) out.write(failure.getKey() + " " + failure.getValue() + "\n");
    }
    System.out.println("loaded " + loaded + " classes, " + failures.size() + " failed");
    System.exit(0);
  }
}
