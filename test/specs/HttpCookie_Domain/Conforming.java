import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new HttpCookie("a", "b").setDomain(".example.com");
    }
}
