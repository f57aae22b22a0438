// needs: terminal
import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Reader reader = System.console().reader();
        reader.close(); // violation: Console_CloseReader
    }
}
