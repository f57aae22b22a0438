import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(0);
            socket.setSoTimeout(10);
        }
    }
}
