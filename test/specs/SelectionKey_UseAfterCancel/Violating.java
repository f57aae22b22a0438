import java.nio.channels.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        SelectionKey key = pipe.source().register(selector, SelectionKey.OP_READ);
        key.cancel();
        try {
            key.isReadable(); // violation: SelectionKey_UseAfterCancel
        } catch (CancelledKeyException expected) {
            expected.getMessage();
        }
        pipe.source().close();
        pipe.sink().close();
        selector.close();
    }
}
