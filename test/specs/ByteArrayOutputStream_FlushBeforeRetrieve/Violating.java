import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream out = new BufferedOutputStream(bytes);
        out.write(1);
        bytes.toByteArray(); // violation: ByteArrayOutputStream_FlushBeforeRetrieve
    }
}
