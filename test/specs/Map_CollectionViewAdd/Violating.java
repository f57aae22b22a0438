import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        Set<String> keys = map.keySet();
        try {
            keys.add("a"); // violation: Map_CollectionViewAdd
        } catch (UnsupportedOperationException expected) {
            expected.getMessage();
        }
    }
}
