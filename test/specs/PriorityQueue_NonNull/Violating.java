import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Queue<String> queue = new PriorityQueue<>();
        queue.add("a");
        try {
            queue.offer(null); // violation: PriorityQueue_NonNull
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
