import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new SocketPermission("localhost:80", "connect, resolve");
    }
}
