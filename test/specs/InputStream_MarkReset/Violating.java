import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        InputStream in = new SequenceInputStream(new ByteArrayInputStream(new byte[1]), new ByteArrayInputStream(new byte[1]));
        in.mark(16); // violation: InputStream_MarkReset
        try {
            in.reset(); // violation: InputStream_MarkReset
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
