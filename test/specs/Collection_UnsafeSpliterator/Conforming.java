import java.util.*;
import java.util.concurrent.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        Spliterator<String> spliterator = list.spliterator();
        list.add("before the first use");
        spliterator.tryAdvance(s -> s.length());
        spliterator.forEachRemaining(s -> s.length());
        list.add("after the last");

        List<String> shared = new CopyOnWriteArrayList<>(list);
        Spliterator<String> snapshot = shared.spliterator();
        snapshot.tryAdvance(s -> s.length());
        shared.add("not in the snapshot");
        snapshot.tryAdvance(s -> s.length());

        Set<String> set = new HashSet<>(list);
        Spliterator<String> other = set.spliterator();
        other.tryAdvance(s -> s.length());
        set.add("a"); // was there already: nothing changes
        other.tryAdvance(s -> s.length());
    }
}
