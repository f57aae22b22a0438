import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Deque<String> deque = new ArrayDeque<>(Arrays.asList("a", "b", "c"));
        Iterator<String> it = deque.iterator();
        it.next();
        it.remove();
        it.next();
        deque.addLast("d");
        it = deque.iterator();
        it.next();
    }
}
