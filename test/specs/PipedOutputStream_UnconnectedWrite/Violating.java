import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        try {
            out.write(1); // violation: PipedOutputStream_UnconnectedWrite
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
