import java.nio.file.*;
import java.util.stream.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("lines", ".txt");
        try (Stream<String> lines = Files.lines(file)) {
            lines.count();
        }
        Stream<Path> entries = Files.list(file.getParent());
        entries.findFirst();
        entries.close();
        Files.delete(file);
    }
}
