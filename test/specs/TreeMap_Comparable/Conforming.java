import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<Object, String> hash = new HashMap<>();
        hash.put("key", "a");
        Map<Object, String> map = new TreeMap<>(Comparator.comparing(Object::hashCode));
        map.put(new Object(), "a");
        new TreeMap<>(hash).put("other", "b");
    }
}
