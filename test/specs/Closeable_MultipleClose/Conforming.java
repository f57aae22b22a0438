import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Reader reader = new StringReader("a");
        reader.close();
        new StringReader("a").close();
    }
}
