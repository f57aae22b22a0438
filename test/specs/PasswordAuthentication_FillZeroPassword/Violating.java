import java.net.*;
import java.util.Arrays;

public class Violating {
    public static void main(String[] args) throws Exception {
        char[] password = new PasswordAuthentication("user", new char[] {'a'}).getPassword();
        password.clone(); // violation at the end of the program: PasswordAuthentication_FillZeroPassword
    }
}
