import java.nio.channels.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        selector.close();
        try {
            selector.selectNow(); // violation: Selector_UseAfterClose
        } catch (ClosedSelectorException expected) {
            expected.getMessage();
        }
    }
}
