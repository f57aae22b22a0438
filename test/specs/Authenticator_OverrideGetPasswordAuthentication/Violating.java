import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new Login().hashCode();
    }

    static class Login extends Authenticator { // violation: Authenticator_OverrideGetPasswordAuthentication
        PasswordAuthentication login() {
            return null;
        }
    }
}
