import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            IDN.toASCII("a..b"); // violation: IDN_ToAscii
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
