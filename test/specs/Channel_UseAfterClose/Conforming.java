import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Path path = Files.createTempFile("pair", ".bin");
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        channel.write(ByteBuffer.allocate(1));
        channel.size();
        channel.close();
        channel.isOpen();
        Files.delete(path);
    }
}
