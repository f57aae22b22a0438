import java.io.*;
import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
            OutputStream out = socket.getOutputStream();
            socket.close();
            try {
                out.write(1); // violation: Socket_CloseOutput
            } catch (IOException expected) {
                expected.getMessage();
            }
        }
    }
}
