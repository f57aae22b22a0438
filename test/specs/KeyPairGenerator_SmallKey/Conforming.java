import java.security.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPairGenerator.getInstance("EC").initialize(256);
    }
}
