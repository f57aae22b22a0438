import java.io.*;
import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        MemoryImpl socket = new MemoryImpl();
        OutputStream out = socket.getOutputStream();
        out.write(1);
        out.write(2);
        socket.close();
    }

    /** Keeps what is written to it in memory. */
    static class MemoryImpl extends SocketImpl {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        protected OutputStream getOutputStream() {
            return bytes;
        }

        @Override
        protected InputStream getInputStream() {
            return new ByteArrayInputStream(bytes.toByteArray());
        }

        @Override
        protected void close() {
            bytes.reset();
        }

        @Override
        protected void create(boolean stream) { }

        @Override
        protected void connect(String host, int port) { }

        @Override
        protected void connect(InetAddress address, int port) { }

        @Override
        protected void connect(SocketAddress address, int timeout) { }

        @Override
        protected void bind(InetAddress host, int port) { }

        @Override
        protected void listen(int backlog) { }

        @Override
        protected void accept(SocketImpl other) { }

        @Override
        protected int available() {
            return 0;
        }

        @Override
        protected void sendUrgentData(int data) { }

        @Override
        public void setOption(int option, Object value) { }

        @Override
        public Object getOption(int option) {
            return null;
        }
    }
}
