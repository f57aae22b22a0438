import java.nio.channels.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        SelectionKey key = pipe.source().register(selector, SelectionKey.OP_READ);
        key.isReadable();
        key.interestOps(0);
        key.cancel();
        if (key.isValid()) {
            key.interestOps();
        }
        key.channel();
        pipe.source().close();
        pipe.sink().close();
        selector.close();
    }
}
