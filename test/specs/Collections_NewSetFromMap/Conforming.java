import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, Boolean> map = new IdentityHashMap<>();
        map.put("x", true);
        map.clear();
        Set<String> set = Collections.newSetFromMap(map);
        set.add("x");
    }
}
