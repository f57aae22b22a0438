import javax.crypto.spec.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new PBEKeySpec("secret".toCharArray(), new byte[16], 100, 256); // violation: PBEKeySpec_FewIterations
    }
}
