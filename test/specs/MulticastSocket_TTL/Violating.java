import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (MulticastSocket socket = new MulticastSocket()) {
            try {
                socket.setTimeToLive(300); // violation: MulticastSocket_TTL
            } catch (IllegalArgumentException expected) {
                expected.getMessage();
            }
        }
    }
}
