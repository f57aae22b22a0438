import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(new ByteArrayInputStream(new byte[4]));
        in.read();
        try {
            in.reset(); // violation: InputStream_UnmarkedReset
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
