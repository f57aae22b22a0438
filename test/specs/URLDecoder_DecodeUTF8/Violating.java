import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        URLDecoder.decode("a%20b"); // violation: URLDecoder_DecodeUTF8
        URLDecoder.decode("a%20b", "ISO-8859-1"); // violation: URLDecoder_DecodeUTF8
    }
}
