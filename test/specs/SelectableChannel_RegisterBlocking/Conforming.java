import java.nio.channels.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (Selector selector = Selector.open(); Pipe.SourceChannel source = Pipe.open().source()) {
            source.configureBlocking(false);
            source.register(selector, SelectionKey.OP_READ);
        }
    }
}
