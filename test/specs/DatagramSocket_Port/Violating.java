import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            new DatagramSocket(70000); // violation: DatagramSocket_Port
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
