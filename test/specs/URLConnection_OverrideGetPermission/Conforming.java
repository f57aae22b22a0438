import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new Memory().connect();
    }

    static class Memory extends URLConnection {
        Memory() {
            super(null);
        }

        @Override
        public void connect() {
            connected = true;
        }

        @Override
        public java.security.Permission getPermission() {
            return null;
        }
    }
}
