import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Deque<String> deque = new ArrayDeque<>(Arrays.asList("a", "b", "c"));
        Iterator<String> it = deque.iterator();
        it.next();
        deque.addLast("d");
        try {
            it.next(); // violation: ArrayDeque_UnsafeIterator
        } catch (ConcurrentModificationException expected) {
            expected.getMessage();
        }
    }
}
