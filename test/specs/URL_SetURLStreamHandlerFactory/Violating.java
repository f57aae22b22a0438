import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        URL.setURLStreamHandlerFactory(protocol -> null);
        try {
            URL.setURLStreamHandlerFactory(protocol -> null); // violation: URL_SetURLStreamHandlerFactory
        } catch (Error expected) {
            expected.getMessage();
        }
    }
}
