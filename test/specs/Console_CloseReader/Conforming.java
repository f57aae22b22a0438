// needs: terminal
import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        System.console().reader().read();
        new StringReader("a").close();
    }
}
