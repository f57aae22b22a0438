import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Reader reader = new BufferedReader(new StringReader("0123456789012345678901234567890123456789"), 4);
        reader.mark(29);
        reader.read();
        reader.read(new char[8]);
        reader.skip(20);
        reader.reset();
    }
}
