import java.io.*;
import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Reader source = new StringReader("one two");
        Scanner scanner = new Scanner(source);
        scanner.next();
        scanner.close();
        try {
            source.read(); // violation: Scanner_ManipulateAfterClose
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
