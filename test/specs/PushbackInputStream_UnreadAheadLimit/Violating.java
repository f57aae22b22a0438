import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        PushbackInputStream in = new PushbackInputStream(new ByteArrayInputStream(new byte[4]), 2);
        in.unread(1);
        in.unread(2);
        try {
            in.unread(3); // violation: PushbackInputStream_UnreadAheadLimit
        } catch (IOException expected) {
            expected.getMessage();
        }
        in.read();
        in.unread(4);
    }
}
