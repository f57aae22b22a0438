import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, Object> map = new HashMap<>();
        map.put("a", new HashMap<>(map));
        map.put("b", "map");
    }
}
