import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            InetAddress.getLoopbackAddress().isReachable(-1); // violation: InetAddress_IsReachable
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
