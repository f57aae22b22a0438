import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        Spliterator<String> spliterator = list.spliterator();
        spliterator.tryAdvance(s -> s.length());
        list.add("late");
        try {
            spliterator.forEachRemaining(s -> s.length()); // violation: Collection_UnsafeSpliterator
        } catch (ConcurrentModificationException expected) {
            expected.getMessage();
        }
    }
}
