import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, Object> map = new HashMap<>();
        map.put("a", map); // violation: Map_ItselfAsValue
    }
}
