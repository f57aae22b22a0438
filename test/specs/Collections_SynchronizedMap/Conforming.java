import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
        map.put("a", 1);
        Set<String> keys = map.keySet();
        synchronized (map) {
            Iterator<String> it = keys.iterator();
            while (it.hasNext()) {
                it.next();
            }
        }
        map.keySet().size();
    }
}
