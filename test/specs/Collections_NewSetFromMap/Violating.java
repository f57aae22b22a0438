import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, Boolean> map = new IdentityHashMap<>();
        Set<String> set = Collections.newSetFromMap(map);
        map.put("x", true); // violation: Collections_NewSetFromMap
        Map<String, Boolean> full = new IdentityHashMap<>(map);
        try {
            Collections.newSetFromMap(full); // violation: Collections_NewSetFromMap
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
