import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("pair", ".txt");
        file.length();
        file.delete();
        file.length();
    }
}
