import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new Memory().connect();
    }

    static class Memory extends URLConnection { // violation: URLConnection_OverrideGetPermission
        Memory() {
            super(null);
        }

        @Override
        public void connect() {
            connected = true;
        }
    }
}
