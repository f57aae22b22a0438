import javax.crypto.spec.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new PBEKeySpec("secret".toCharArray(), new byte[16], 600000, 256);
        new PBEKeySpec("secret".toCharArray());
    }
}
