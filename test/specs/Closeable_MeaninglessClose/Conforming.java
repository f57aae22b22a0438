import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Writer text = new BufferedWriter(new StringWriter());
        text.write("a");
        text.close();
    }
}
