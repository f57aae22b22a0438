import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new NetPermission("get.*");
        new NetPermission("*");
        new NetPermission("getCookieHandler");
    }
}
