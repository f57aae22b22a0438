import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<Object, String> map = new HashMap<>();
        map.put(map, "a"); // violation: Map_ItselfAsKey
    }
}
