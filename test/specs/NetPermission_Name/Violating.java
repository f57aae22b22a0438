import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new NetPermission("get*"); // violation: NetPermission_Name
    }
}
