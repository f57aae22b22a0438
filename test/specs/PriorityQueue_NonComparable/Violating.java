import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Queue<Object> queue = new PriorityQueue<>();
        queue.add("a");
        try {
            queue.add(new Object()); // violation: PriorityQueue_NonComparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
