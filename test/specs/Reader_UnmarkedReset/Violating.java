import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Reader reader = new BufferedReader(new StringReader("text"));
        reader.read();
        try {
            reader.reset(); // violation: Reader_UnmarkedReset
        } catch (IOException expected) {
            expected.getMessage();
        }
    }
}
