import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[10], 5, 5);
        packet.setLength(4);
        packet.setLength(5);
    }
}
