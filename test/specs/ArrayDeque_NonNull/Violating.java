import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Deque<String> deque = new ArrayDeque<>();
        deque.add("a");
        try {
            deque.push(null); // violation: ArrayDeque_NonNull
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
