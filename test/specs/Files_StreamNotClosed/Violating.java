import java.nio.file.*;
import java.util.stream.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("lines", ".txt");
        Files.lines(file).count(); // violation at the end of the program: Files_StreamNotClosed
        Files.delete(file);
    }
}
