// needs: terminal
import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Console console = System.console();
        if (console != null) {
            console.writer().flush();
        }
        new StringWriter().close();
    }
}
