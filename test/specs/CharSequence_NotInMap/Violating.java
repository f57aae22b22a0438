import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<CharSequence, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.put(new StringBuilder("a"), 2); // violation: CharSequence_NotInMap
    }
}
