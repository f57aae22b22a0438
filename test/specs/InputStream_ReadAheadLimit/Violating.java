import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(new ByteArrayInputStream(new byte[64]), 8);
        in.mark(4);
        in.read();
        in.read(new byte[4]);
        in.skip(20);
        try {
            in.reset(); // violation: InputStream_ReadAheadLimit
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
