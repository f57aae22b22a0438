import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        InetAddress.getLoopbackAddress().isReachable(1);
    }
}
