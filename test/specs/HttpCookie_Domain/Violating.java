import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new HttpCookie("a", "b").setDomain("example.com"); // violation: HttpCookie_Domain
    }
}
