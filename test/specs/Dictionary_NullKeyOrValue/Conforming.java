import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, String> table = new Hashtable<>();
        table.put("a", "b");
        table.get("a");
        new HashMap<String, String>().put(null, null);
    }
}
