import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        URLEncoder.encode("a b", "utf-8");
    }
}
