import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0)) {
            socket.setSoTimeout(0);
            socket.setSoTimeout(100);
        }
    }
}
