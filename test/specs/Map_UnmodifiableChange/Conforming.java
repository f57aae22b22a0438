import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, String> map = new HashMap<>(Collections.emptyMap());
        map.put("a", "b");
        Collections.emptyMap().size();
    }
}
