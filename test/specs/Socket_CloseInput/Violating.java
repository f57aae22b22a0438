import java.io.*;
import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
            InputStream in = socket.getInputStream();
            socket.close();
            try {
                in.read(); // violation: Socket_CloseInput
            } catch (IOException expected) {
                expected.getMessage();
            }
        }
    }
}
