import java.nio.file.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("pair");
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.iterator();
            try {
                stream.iterator(); // violation: DirectoryStream_IteratorTwice
            } catch (IllegalStateException expected) {
                expected.getMessage();
            }
        }
        Files.delete(folder);
    }
}
