import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket()) {
            socket.getInputStream(); // violation: Socket_InputStreamUnavailable
        } catch (SocketException expected) {
            expected.getMessage();
        }
    }
}
