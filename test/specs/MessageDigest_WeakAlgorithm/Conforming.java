import java.security.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        MessageDigest.getInstance("SHA-256");
    }
}
