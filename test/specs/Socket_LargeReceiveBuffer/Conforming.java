import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(1 << 20);
            socket.connect(server.getLocalSocketAddress());
            socket.setReceiveBufferSize(1 << 10);
        }
    }
}
