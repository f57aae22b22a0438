import javax.crypto.*;
import javax.crypto.spec.SecretKeySpec;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(new byte[16], "HmacSHA256"));
        mac.update(new byte[4]);
        mac.doFinal();
    }
}
