import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<Object, String> map = new HashMap<>();
        map.put(new HashMap<>(map), "a");
        new IdentityHashMap<Object, String>().put(map, "b");
    }
}
