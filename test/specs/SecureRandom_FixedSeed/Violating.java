import java.security.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(42); // violation: SecureRandom_FixedSeed
    }
}
