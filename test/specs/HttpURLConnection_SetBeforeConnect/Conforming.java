import java.io.*;
import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        HttpURLConnection connection = new Fake();
        connection.setRequestMethod("POST");
        connection.connect();
        connection.disconnect();
    }

    static class Fake extends HttpURLConnection {
        Fake() throws IOException {
            super(new URL("http://localhost/"));
        }

        @Override
        public void connect() {
            connected = true;
        }

        @Override
        public void disconnect() {
            connected = false;
        }

        @Override
        public boolean usingProxy() {
            return false;
        }
    }
}
