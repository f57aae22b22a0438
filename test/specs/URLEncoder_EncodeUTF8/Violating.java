import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        URLEncoder.encode("a b"); // violation: URLEncoder_EncodeUTF8
        URLEncoder.encode("a b", "UTF-16"); // violation: URLEncoder_EncodeUTF8
    }
}
