import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            new ServerSocket(70000); // violation: ServerSocket_Port
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
