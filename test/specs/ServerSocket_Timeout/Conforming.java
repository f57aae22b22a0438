import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(0);
            server.setSoTimeout(100);
        }
    }
}
