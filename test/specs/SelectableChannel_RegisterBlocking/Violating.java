import java.nio.channels.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (Selector selector = Selector.open(); Pipe.SourceChannel source = Pipe.open().source()) {
            source.register(selector, SelectionKey.OP_READ); // violation: SelectableChannel_RegisterBlocking
        } catch (IllegalBlockingModeException expected) {
            expected.getMessage();
        }
    }
}
