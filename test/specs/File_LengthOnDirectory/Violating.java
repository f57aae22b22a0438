import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        File folder = new File(System.getProperty("java.io.tmpdir"));
        folder.length(); // violation: File_LengthOnDirectory
    }
}
