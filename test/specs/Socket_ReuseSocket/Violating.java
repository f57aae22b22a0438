import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Socket socket = new Socket();
        socket.close();
        try {
            socket.bind(null); // violation: Socket_ReuseSocket
        } catch (SocketException expected) {
            expected.getMessage();
        }
    }
}
