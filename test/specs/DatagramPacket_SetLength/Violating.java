import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[10], 5, 5);
        try {
            packet.setLength(6); // violation: DatagramPacket_SetLength
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
