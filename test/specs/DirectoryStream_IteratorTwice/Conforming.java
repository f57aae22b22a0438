import java.nio.file.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("pair");
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path path : stream) {
                path.getFileName();
            }
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.iterator();
        }
        Files.delete(folder);
    }
}
