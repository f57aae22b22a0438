import java.nio.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(16);
        buffer.put((byte) 1);
        buffer.flip();
        buffer.get();
        buffer.flip();
    }
}
