import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Queue<Object> queue = new PriorityQueue<>(2, Comparator.comparing(Object::hashCode));
        queue.add("a");
        queue.add(new Object());
        new LinkedList<Object>().add(new Object());
    }
}
