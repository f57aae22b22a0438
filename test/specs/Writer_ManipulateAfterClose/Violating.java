import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Writer writer = new BufferedWriter(new StringWriter());
        writer.write("a");
        writer.close();
        try {
            writer.append("b"); // violation: Writer_ManipulateAfterClose
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
