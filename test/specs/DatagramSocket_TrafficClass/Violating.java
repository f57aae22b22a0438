import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0)) {
            try {
                socket.setTrafficClass(256); // violation: DatagramSocket_TrafficClass
            } catch (IllegalArgumentException expected) {
                expected.getMessage();
            }
        }
    }
}
