import java.io.*;
import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = peer(server);
                Socket socket = server.accept()) {
            OutputStream out = socket.getOutputStream();
            new ObjectOutputStream(out).flush();
            InputStream in = socket.getInputStream();
            new ObjectInputStream(in);
        }
    }

    static Socket peer(ServerSocket server) throws IOException {
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        ObjectOutputStream out = new ObjectOutputStream(socket.getOutputStream());
        out.flush();
        return socket;
    }
}
