import javax.crypto.*;
import javax.crypto.spec.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
        IvParameterSpec iv = new IvParameterSpec(new byte[16]);
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, key, iv);
        byte[] secret = cipher.doFinal(new byte[16]);
        cipher.init(Cipher.DECRYPT_MODE, key, iv);
        cipher.doFinal(secret);
    }
}
