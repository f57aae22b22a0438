import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            socket.setPerformancePreferences(0, 1, 0); // violation: Socket_PerformancePreferences
        }
    }
}
