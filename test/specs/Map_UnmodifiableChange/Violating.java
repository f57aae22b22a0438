import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, String> map = Collections.emptyMap();
        try {
            map.put("a", "b"); // violation: Map_UnmodifiableChange
        } catch (UnsupportedOperationException expected) {
            expected.getMessage();
        }
    }
}
