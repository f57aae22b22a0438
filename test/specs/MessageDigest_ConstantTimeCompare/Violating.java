import java.security.*;
import java.util.Arrays;

public class Violating {
    public static void main(String[] args) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(new byte[4]);
        Arrays.equals(new byte[32], digest); // violation: MessageDigest_ConstantTimeCompare
    }
}
