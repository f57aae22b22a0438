import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0)) {
            try {
                socket.setSoTimeout(-1); // violation: DatagramSocket_SoTimeout
            } catch (IllegalArgumentException expected) {
                expected.getMessage();
            }
        }
    }
}
