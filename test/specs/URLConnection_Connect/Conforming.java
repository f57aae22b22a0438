import java.io.*;
import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("pair", ".txt");
        URLConnection connection = file.toURI().toURL().openConnection();
        connection.connect();
        connection.getInputStream().close();
        file.delete();
    }
}
