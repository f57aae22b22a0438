// needs: terminal
import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Writer writer = System.console().writer();
        writer.close(); // violation: Console_CloseWriter
    }
}
