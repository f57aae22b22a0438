import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        PipedInputStream in = new PipedInputStream();
        try {
            in.read(); // violation: PipedInputStream_UnconnectedRead
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
