import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        URL.setURLStreamHandlerFactory(protocol -> null);
        new URL("file:///tmp").getPath();
    }
}
