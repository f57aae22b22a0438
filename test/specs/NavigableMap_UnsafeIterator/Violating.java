import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        NavigableMap<Integer, String> map = new TreeMap<>();
        map.put(1, "a");
        map.put(2, "b");
        Iterator<Integer> keys = map.descendingKeySet().iterator();
        keys.next();
        map.pollFirstEntry();
        try {
            keys.next(); // violation: NavigableMap_UnsafeIterator
        } catch (ConcurrentModificationException | NoSuchElementException expected) {
            expected.getMessage();
        }
    }
}
