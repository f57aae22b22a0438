import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        NavigableMap<Integer, String> map = new TreeMap<>();
        map.put(1, "a");
        map.put(2, "b");
        Iterator<Integer> keys = map.descendingKeySet().iterator();
        while (keys.hasNext()) {
            map.put(keys.next(), "c");
        }
        map.put(3, "d");
        map.navigableKeySet().iterator().next();
    }
}
