import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new InetSocketAddress(7000);
        InetSocketAddress.createUnresolved("example", 0);
    }
}
