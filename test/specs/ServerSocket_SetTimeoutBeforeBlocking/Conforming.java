import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(1);
            try {
                server.accept();
            } catch (SocketTimeoutException expected) {
                server.setSoTimeout(0);
            }
        }
    }
}
