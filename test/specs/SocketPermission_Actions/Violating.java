import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            new SocketPermission("localhost:80", "read"); // violation: SocketPermission_Actions
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
