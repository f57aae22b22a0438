import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (MulticastSocket socket = new MulticastSocket()) {
            socket.setTimeToLive(1);
        }
    }
}
