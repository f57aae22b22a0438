import javax.crypto.*;
import javax.crypto.spec.SecretKeySpec;

public class Violating {
    public static void main(String[] args) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        try {
            mac.doFinal(new byte[4]); // violation: Mac_InitBeforeUse
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
