import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new HttpCookie("user_name", "x");
    }
}
