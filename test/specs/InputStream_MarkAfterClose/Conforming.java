import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(new ByteArrayInputStream(new byte[4]));
        in.mark(16);
        in.close();
    }
}
