import java.security.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.nextInt();
        random.setSeed(42);
    }
}
