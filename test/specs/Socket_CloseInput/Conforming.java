import java.io.*;
import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
            InputStream in = socket.getInputStream();
            in.available();
            socket.close();
            socket.close();
        }
    }
}
