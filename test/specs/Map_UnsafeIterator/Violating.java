import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        Iterator<String> keys = map.keySet().iterator();
        keys.next();
        map.put("c", 3);
        try {
            keys.next(); // violation: Map_UnsafeIterator
        } catch (ConcurrentModificationException expected) {
            expected.getMessage();
        }
    }
}
