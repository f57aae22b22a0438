// needs: terminal
import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Console console = System.console();
        if (console != null) {
            Reader reader = console.reader();
            reader.close(); // violation: Console_CloseReader
        }
    }
}
