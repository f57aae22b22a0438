import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Reader reader = new StringReader("a");
        reader.close();
        reader.close(); // violation: Closeable_MultipleClose
    }
}
