import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        NavigableMap<Integer, String> map = new TreeMap<>();
        map.put(1, "a");
        map.put(2, "b");
        NavigableMap<Integer, String> view = map.headMap(5, true);
        Iterator<Integer> keys = view.keySet().iterator();
        keys.next();
        map.put(1, "same key");
        keys.next();
        map.put(3, "c");
        view.keySet().iterator().next();
    }
}
