import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            new DatagramPacket(new byte[10], 20); // violation: DatagramPacket_Length
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
        try {
            new DatagramPacket(new byte[10], 5, 6); // violation: DatagramPacket_Length
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
