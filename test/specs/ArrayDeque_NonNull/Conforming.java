import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Deque<String> deque = new ArrayDeque<>();
        deque.push("a");
        new LinkedList<String>().push(null);
        deque.remove(null);
    }
}
