import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream();
        in.connect(out);
        out.write(1);
        in.read();
    }
}
