import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setReceiveBufferSize(1 << 10);
            server.setReceiveBufferSize(1 << 20); // violation: ServerSocket_LargeReceiveBuffer
        }
    }
}
