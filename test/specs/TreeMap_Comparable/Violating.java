import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<Object, String> hash = new HashMap<>();
        hash.put(new Object(), "a");
        Map<Object, String> map = new TreeMap<>();
        try {
            map.put(new Object(), "a"); // violation: TreeMap_Comparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
        try {
            new TreeMap<>(hash); // violation: TreeMap_Comparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
