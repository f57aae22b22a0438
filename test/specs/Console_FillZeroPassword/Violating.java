// needs: terminal
import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        char[] password = System.console().readPassword(); // violation at the end of the program: Console_FillZeroPassword
        if (password.length != "one line".length()) {
            throw new IOException("not what was typed");
        }
    }
}
