import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        BufferedReader reader = new BufferedReader(new StringReader("text"));
        reader.read();
        reader.close();
        try {
            reader.readLine(); // violation: Reader_ManipulateAfterClose
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
