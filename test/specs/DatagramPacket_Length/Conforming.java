import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new DatagramPacket(new byte[10], 10);
        new DatagramPacket(new byte[10], 5, 5);
    }
}
