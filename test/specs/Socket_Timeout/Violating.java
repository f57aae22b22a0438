import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket()) {
            try {
                socket.setSoTimeout(-1); // violation: Socket_Timeout
            } catch (IllegalArgumentException expected) {
                expected.getMessage();
            }
        }
    }
}
