import javax.crypto.*;
import javax.crypto.spec.SecretKeySpec;

public class Violating {
    public static void main(String[] args) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
        try {
            cipher.doFinal(new byte[16]); // violation: Cipher_InitBeforeUse
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
