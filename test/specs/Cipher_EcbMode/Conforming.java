import javax.crypto.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Cipher.getInstance("AES/GCM/NoPadding");
        Cipher.getInstance("RSA/ECB/PKCS1Padding");
    }
}
