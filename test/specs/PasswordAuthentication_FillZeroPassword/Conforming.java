import java.net.*;
import java.util.Arrays;

public class Conforming {
    public static void main(String[] args) throws Exception {
        char[] password = new PasswordAuthentication("user", new char[] {'a'}).getPassword();
        Arrays.fill(password, '\0');
    }
}
