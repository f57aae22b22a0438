import java.io.*;
import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("pair", ".txt");
        URLConnection connection = file.toURI().toURL().openConnection();
        connection.connect();
        try {
            connection.setUseCaches(false); // violation: URLConnection_SetBeforeConnect
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
        connection.getInputStream().close();
        file.delete();
    }
}
