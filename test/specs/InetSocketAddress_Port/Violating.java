import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            new InetSocketAddress(70000); // violation: InetSocketAddress_Port
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
        try {
            InetSocketAddress.createUnresolved("example", -1); // violation: InetSocketAddress_Port
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
