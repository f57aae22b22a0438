import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setPerformancePreferences(0, 1, 0); // violation: ServerSocket_PerformancePreferences
        }
    }
}
