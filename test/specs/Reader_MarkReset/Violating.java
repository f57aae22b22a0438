import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Reader reader = new InputStreamReader(new ByteArrayInputStream(new byte[4]));
        try {
            reader.mark(16); // violation: Reader_MarkReset
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
