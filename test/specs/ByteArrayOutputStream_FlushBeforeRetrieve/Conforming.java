import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream out = new BufferedOutputStream(bytes);
        out.write(1);
        out.flush();
        bytes.toByteArray();
        new DataOutputStream(bytes).write(1);
        bytes.toByteArray();
    }
}
