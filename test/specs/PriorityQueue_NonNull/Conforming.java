import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Queue<String> queue = new PriorityQueue<>();
        queue.add("a");
        queue.offer("b");
        new LinkedList<String>().offer(null);
    }
}
