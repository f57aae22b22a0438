import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        out.write(1);
        in.read(); // violation: PipedStream_SingleThread
    }
}
