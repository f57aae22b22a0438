import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        URLDecoder.decode("a%20b", "UTF-8");
    }
}
