import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        BufferedReader reader = new BufferedReader(new StringReader("text"));
        reader.read();
        reader.readLine();
        reader.close();
        reader.close();
    }
}
