import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            try {
                server.setSoTimeout(-1); // violation: ServerSocket_Timeout
            } catch (IllegalArgumentException expected) {
                expected.getMessage();
            }
        }
    }
}
