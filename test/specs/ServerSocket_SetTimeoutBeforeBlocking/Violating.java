import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (Impatient server = new Impatient()) {
            server.accept();
        }
    }

    static class Impatient extends ServerSocket {
        Impatient() throws java.io.IOException {
            super(0);
        }

        @Override
        public Socket accept() throws java.io.IOException {
            setSoTimeout(1); // violation: ServerSocket_SetTimeoutBeforeBlocking
            return null;
        }
    }
}
