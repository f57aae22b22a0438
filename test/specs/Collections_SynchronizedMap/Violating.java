import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
        map.put("a", 1);
        Set<String> keys = map.keySet();
        Iterator<String> it = keys.iterator(); // violation: Collections_SynchronizedMap
        it.next();
        synchronized (map) {
            it = keys.iterator();
            it.hasNext();
        }
        it.next(); // violation: Collections_SynchronizedMap
    }
}
