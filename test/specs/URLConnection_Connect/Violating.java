import java.io.*;
import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("pair", ".txt");
        URLConnection connection = file.toURI().toURL().openConnection();
        connection.getInputStream().close();
        connection.connect(); // violation: URLConnection_Connect
        file.delete();
    }
}
