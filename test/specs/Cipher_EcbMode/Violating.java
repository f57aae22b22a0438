import javax.crypto.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Cipher.getInstance("AES"); // violation: Cipher_EcbMode
        Cipher.getInstance("AES/ECB/PKCS5Padding"); // violation: Cipher_EcbMode
    }
}
