import java.security.*;
import java.util.Arrays;

public class Conforming {
    public static void main(String[] args) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(new byte[4]);
        MessageDigest.isEqual(new byte[32], digest);
        Arrays.equals(new byte[32], new byte[32]);
    }
}
