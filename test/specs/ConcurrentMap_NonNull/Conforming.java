import java.util.*;
import java.util.concurrent.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, String> map = new ConcurrentHashMap<>();
        map.put("a", "b");
        map.get("a");
        new HashMap<String, String>().put("a", null);
    }
}
