import java.security.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        MessageDigest.getInstance("MD5"); // violation: MessageDigest_WeakAlgorithm
    }
}
