import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket()) {
            socket.setTrafficClass(0x08);
        }
    }
}
