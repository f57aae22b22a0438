import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new Login().hashCode();
    }

    static class Login extends Authenticator {
        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
            return null;
        }
    }
}
