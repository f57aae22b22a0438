import java.io.*;
import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = peer(server);
                Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            new ObjectInputStream(in);
            OutputStream out = socket.getOutputStream();
            new ObjectOutputStream(out); // violation: ObjectOutputStream_HeaderBeforeReader
        }
    }

    static Socket peer(ServerSocket server) throws IOException {
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        ObjectOutputStream out = new ObjectOutputStream(socket.getOutputStream());
        out.flush();
        return socket;
    }
}
