import java.util.*;
import java.util.concurrent.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Deque<String> deque = new LinkedBlockingDeque<>(2);
        deque.offerLast("a");
        deque.addLast("b"); // violation: Deque_OfferRatherThanAdd
    }
}
