import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Set<String> set = Collections.newSetFromMap(new HashMap<>()); // violation: Collections_UnnecessaryNewSetFromMap
        set.add("x");
    }
}
