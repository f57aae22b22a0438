import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new ByteArrayOutputStream());
        out.write(1);
        out.close();
        out.flush();
        OutputStream bytes = new ByteArrayOutputStream();
        bytes.close();
        bytes.write(1);
    }
}
