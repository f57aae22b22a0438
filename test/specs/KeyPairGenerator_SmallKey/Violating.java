import java.security.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024); // violation: KeyPairGenerator_SmallKey
    }
}
