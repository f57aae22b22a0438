import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new Memory().connect();
    }

    static class Memory extends URLConnection {
        Memory() {
            super(null); // violation: URLConnection_OverrideGetPermission (a class is placed at its first line of code)
        }

        @Override
        public void connect() {
            connected = true;
        }
    }
}
