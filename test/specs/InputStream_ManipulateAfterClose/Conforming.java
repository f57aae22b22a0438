import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        InputStream in = new BufferedInputStream(new ByteArrayInputStream(new byte[4]));
        in.read();
        in.close();
        in.close();
        InputStream bytes = new ByteArrayInputStream(new byte[4]);
        bytes.close();
        bytes.read();
        InputStream kept = new KeptOpen(new BufferedInputStream(new ByteArrayInputStream(new byte[4])));
        kept.close();
        kept.read();
    }

    /** Gives its source to code that closes it too early. */
    static class KeptOpen extends FilterInputStream {
        KeptOpen(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
        }
    }
}
