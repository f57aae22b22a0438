import javax.crypto.*;
import javax.crypto.spec.SecretKeySpec;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
        cipher.doFinal(new byte[16]);
    }
}
