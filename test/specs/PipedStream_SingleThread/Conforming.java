import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = new Thread(() -> {
            try {
                out.write(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        in.read();
        writer.join();
    }
}
