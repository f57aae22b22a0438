import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        PushbackInputStream in = new PushbackInputStream(new ByteArrayInputStream(new byte[4]), 2);
        in.unread(1);
        in.unread(2);
        in.read();
        in.unread(3);
        in.read(new byte[2]);
        in.unread(new byte[2]);
    }
}
