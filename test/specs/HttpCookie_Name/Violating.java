import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            new HttpCookie("user name", "x"); // violation: HttpCookie_Name
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
