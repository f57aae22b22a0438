import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        IDN.toASCII("example.com");
    }
}
