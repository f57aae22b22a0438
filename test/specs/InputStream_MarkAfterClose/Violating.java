import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(new ByteArrayInputStream(new byte[4]));
        in.close();
        in.mark(16); // violation: InputStream_MarkAfterClose
    }
}
