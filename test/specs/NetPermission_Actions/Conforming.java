import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new NetPermission("getCookieHandler", null);
        new NetPermission("getCookieHandler");
    }
}
