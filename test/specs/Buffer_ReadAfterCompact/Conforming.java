import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ReadableByteChannel in = Channels.newChannel(new ByteArrayInputStream(new byte[10]));
        WritableByteChannel out = Channels.newChannel(new ByteArrayOutputStream());
        ByteBuffer buffer = ByteBuffer.allocate(4);
        while (in.read(buffer) >= 0 || buffer.position() > 0) {
            buffer.flip();
            out.write(buffer);
            buffer.compact();
        }
        buffer.put((byte) 1);
        buffer.compact();
        buffer.get(0);
        buffer.flip();
        buffer.get();
    }
}
