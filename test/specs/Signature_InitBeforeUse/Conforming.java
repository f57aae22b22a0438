import java.security.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        KeyPair pair = generator.generateKeyPair();
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.getPrivate());
        signature.update((byte) 1);
        byte[] bytes = signature.sign();
        signature.initVerify(pair.getPublic());
        signature.update((byte) 1);
        signature.verify(bytes);
    }
}
