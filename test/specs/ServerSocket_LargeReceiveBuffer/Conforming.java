import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket()) {
            server.setReceiveBufferSize(1 << 20);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.setReceiveBufferSize(1 << 10);
        }
    }
}
