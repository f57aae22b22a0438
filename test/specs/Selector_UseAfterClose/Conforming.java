import java.nio.channels.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        selector.selectNow();
        selector.keys();
        selector.close();
        selector.wakeup();
        selector.isOpen();
        selector.close();
    }
}
