// needs: terminal
import java.io.*;
import java.util.Arrays;

public class Conforming {
    public static void main(String[] args) throws Exception {
        char[] password = System.console().readPassword();
        Arrays.fill(password, '\0');
    }
}
