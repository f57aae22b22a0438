import java.security.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        KeyPair pair = generator.generateKeyPair();
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initVerify(pair.getPublic());
        try {
            signature.sign(); // violation: Signature_InitBeforeUse
        } catch (SignatureException expected) {
            expected.getMessage();
        }
    }
}
