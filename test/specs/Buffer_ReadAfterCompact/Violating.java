import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3, 4});
        buffer.get();
        buffer.compact();
        buffer.get(); // violation: Buffer_ReadAfterCompact
        WritableByteChannel channel = Channels.newChannel(new ByteArrayOutputStream());
        buffer.flip();
        buffer.get();
        buffer.compact();
        channel.write(buffer); // violation: Buffer_ReadAfterCompact
    }
}
