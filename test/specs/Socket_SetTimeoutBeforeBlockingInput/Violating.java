import java.io.*;
import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (Fake socket = new Fake()) {
            InputStream in = socket.getInputStream();
            socket.setSoTimeout(2);
            in.read();
        }
    }

    static class Fake extends Socket {
        final InputStream in = new InputStream() {
            @Override
            public int read() throws IOException {
                busy();
                return 1;
            }
        };

        @Override
        public InputStream getInputStream() {
            return in;
        }
        void busy() throws IOException {
            setSoTimeout(1); // violation: Socket_SetTimeoutBeforeBlockingInput
        }
    }
}
