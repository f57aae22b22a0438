import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Path path = Files.createTempFile("pair", ".bin");
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        channel.write(ByteBuffer.allocate(1));
        channel.close();
        try {
            channel.size(); // violation: Channel_UseAfterClose
        } catch (ClosedChannelException expected) {
            Files.delete(path);
        }
    }
}
