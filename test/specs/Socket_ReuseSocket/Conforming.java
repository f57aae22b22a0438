import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Socket socket = new Socket();
        socket.bind(null);
        socket.close();
        socket.close();
    }
}
