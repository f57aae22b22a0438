import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(new ByteArrayInputStream(new byte[4]));
        in.read();
        in.close();
        try {
            in.read(); // violation: InputStream_ManipulateAfterClose
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
