import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        NavigableSet<Integer> set = new TreeSet<>(Arrays.asList(1, 2, 20));
        NavigableSet<Integer> small = set.headSet(10, true);
        Iterator<Integer> it = small.iterator();
        it.next();
        set.add(20);
        it.next();
        set.add(3);
        small.iterator().next();
    }
}
