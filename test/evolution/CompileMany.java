import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles many source trees in one JVM: every folder FOLDER/src/N into FOLDER/out/N. */
public class CompileMany {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (File tree : new File(args[0], "src").listFiles()) {
            Path out = Paths.get(args[0], "out", tree.getName());
            Files.createDirectories(out);
            List<File> sources;
            try (Stream<Path> files = Files.walk(tree.toPath())) {
                sources = files.filter(f -> f.toString().endsWith(".java")).map(Path::toFile).collect(Collectors.toList());
            }
            try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
                List<String> options = new ArrayList<>(Arrays.asList("-d", out.toString(), "-proc:none", "-nowarn"));
                if (!compiler.getTask(null, manager, null, options, null, manager.getJavaFileObjectsFromFiles(sources)).call()) {
                    System.exit(1);
                }
            }
        }
    }
}
