import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket()) {
            try {
                socket.setTrafficClass(-1); // violation: Socket_TrafficClass
            } catch (IllegalArgumentException expected) {
                expected.getMessage();
            }
        }
    }
}
