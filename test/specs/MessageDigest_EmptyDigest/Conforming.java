import java.security.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update((byte) 1);
        digest.digest();
        digest.digest(new byte[4]);
        digest.update((byte) 1);
        digest.digest();
    }
}
