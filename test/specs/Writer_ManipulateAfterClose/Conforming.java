import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Writer writer = new BufferedWriter(new StringWriter());
        writer.write("a");
        writer.append("b");
        writer.close();
        writer.close();
        Writer text = new StringWriter();
        text.close();
        text.write("c");
    }
}
