import java.util.*;
import java.util.concurrent.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Deque<String> deque = new LinkedBlockingDeque<>(2);
        deque.offerLast("a");
        new LinkedBlockingDeque<String>().addLast("b");
    }
}
