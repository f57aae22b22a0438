import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<CharSequence, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.put(new StringBuilder("a").toString(), 2);
        new IdentityHashMap<CharSequence, Integer>().put(new StringBuilder("a"), 3);
    }
}
