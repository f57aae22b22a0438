// needs: terminal, one line of input
import java.io.*;
import java.util.Arrays;

public class Violating {
    public static void main(String[] args) throws Exception {
        Console console = System.console();
        if (console != null) {
            console.readPassword(); // violation at the end of the program: Console_FillZeroPassword
        }
    }
}
