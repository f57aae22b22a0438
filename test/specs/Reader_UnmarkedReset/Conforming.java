import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Reader reader = new BufferedReader(new StringReader("text"));
        reader.mark(4);
        reader.read();
        reader.reset();
        new StringReader("text").reset();
    }
}
