import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Reader reader = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(new byte[4])));
        reader.mark(16);
        reader.read();
        reader.reset();
    }
}
