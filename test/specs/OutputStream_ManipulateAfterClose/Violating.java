import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new ByteArrayOutputStream());
        out.write(1);
        out.close();
        out.print("x"); // violation: OutputStream_ManipulateAfterClose
    }
}
