import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        Set<String> keys = new HashSet<>(map.keySet());
        keys.add("b");
        map.keySet().remove("a");
    }
}
