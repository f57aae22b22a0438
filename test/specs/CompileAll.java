import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles every Violating.java and Conforming.java below a folder, each into a folder of its own (their class names
 * repeat), in one JVM because starting javac hundreds of times takes minutes.
 *
 * <p>Usage: java CompileAll.java SOURCES OUT. Prints one line "OUT-FOLDER MAIN-CLASS" for each program; exit 1 if
 * one does not compile. A program whose "// release: N" is above the running JDK is left out.
 */
public class CompileAll {
    public static void main(String[] args) throws IOException {
        Path sources = Paths.get(args[0]);
        Path out = Paths.get(args[1]);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int failures = 0;
        List<Path> folders = new ArrayList<>();
        try (java.util.stream.Stream<Path> list = Files.list(sources)) {
            list.filter(Files::isDirectory).forEach(folders::add);
        }
        Collections.sort(folders);
        for (Path folder : folders) {
            for (String name : Arrays.asList("Violating", "Conforming")) {
                Path source = folder.resolve(name + ".java");
                int release = releaseOf(source);
                if (release > Runtime.version().feature()) {
                    continue;
                }
                Path classes = out.resolve(folder.getFileName()).resolve(name);
                Files.createDirectories(classes);
                if (compile(compiler, source, classes, release)) {
                    System.out.println(classes + " " + name);
                } else {
                    System.err.println("does not compile: " + source);
                    failures++;
                }
            }
        }
        System.exit(failures == 0 ? 0 : 1);
    }

    private static int releaseOf(Path source) throws IOException {
        String first = Files.readAllLines(source).get(0);
        String tag = "// release: ";
        return first.startsWith(tag) ? Integer.parseInt(first.substring(tag.length()).trim()) : 8;
    }

    private static boolean compile(JavaCompiler compiler, Path source, Path classes, int release) throws IOException {
        List<String> options = Arrays.asList("-g", "-nowarn", "-Xlint:none", "-d", classes.toString(), "--release",
                Integer.toString(release));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
            boolean ok = compiler.getTask(null, files, messages, options, null,
                    files.getJavaFileObjects(source.toFile())).call();
            for (Diagnostic<? extends JavaFileObject> message : messages.getDiagnostics()) {
                if (message.getKind() == Diagnostic.Kind.ERROR) {
                    System.err.println(message);
                }
            }
            return ok;
        }
    }
}
