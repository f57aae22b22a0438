import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            socket.shutdownOutput();
            socket.getOutputStream(); // violation: Socket_OutputStreamUnavailable
        } catch (SocketException expected) {
            expected.getMessage();
        }
    }
}
