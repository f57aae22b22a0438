import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(
                new SequenceInputStream(new ByteArrayInputStream(new byte[1]), new ByteArrayInputStream(new byte[1])));
        in.mark(16);
        in.read();
        in.reset();
    }
}
