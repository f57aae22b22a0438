import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Writer text = new StringWriter();
        text.write("a");
        text.close(); // violation: Closeable_MeaninglessClose
    }
}
