// needs: terminal
import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Console console = System.console();
        if (console != null) {
            Writer writer = console.writer();
            writer.close(); // violation: Console_CloseWriter
        }
    }
}
