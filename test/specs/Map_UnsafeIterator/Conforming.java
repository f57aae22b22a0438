import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        Iterator<Map.Entry<String, Integer>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            String key = entries.next().getKey();
            map.put(key, 5);
            map.remove("not there");
        }
        map.put("c", 3);
        map.keySet().iterator().next();
    }
}
