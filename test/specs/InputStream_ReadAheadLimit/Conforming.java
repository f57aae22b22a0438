import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(new ByteArrayInputStream(new byte[64]), 8);
        in.mark(25);
        in.read();
        in.read(new byte[4]);
        in.skip(20);
        in.reset();
        in.skip(20);
        in.reset();
    }
}
