import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setReuseAddress(true); // violation: ServerSocket_ReuseAddress
        }
    }
}
