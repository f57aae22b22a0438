import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.setReuseAddress(true); // violation: Socket_ReuseAddress
        }
    }
}
