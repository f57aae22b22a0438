// needs: terminal, one line of input
import java.io.*;
import java.util.Arrays;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Console console = System.console();
        char[] password = console == null ? null : console.readPassword();
        if (password != null) {
            Arrays.fill(password, '\0');
        }
    }
}
