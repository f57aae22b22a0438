import java.io.*;
import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (Fake socket = new Fake()) {
            OutputStream out = socket.getOutputStream();
            socket.setSoTimeout(2);
            out.write(1);
        }
    }

    static class Fake extends Socket {
        final OutputStream out = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                busy();
            }
        };

        @Override
        public OutputStream getOutputStream() {
            return out;
        }
        void busy() throws IOException {
            setSoTimeout(1); // violation: Socket_SetTimeoutBeforeBlockingOutput
        }
    }
}
