import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new ServerSocket(0, 0).close(); // violation: ServerSocket_Backlog
    }
}
