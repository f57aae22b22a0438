import java.util.*;
import java.util.concurrent.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, String> map = new ConcurrentHashMap<>();
        try {
            map.put("a", null); // violation: ConcurrentMap_NonNull
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
