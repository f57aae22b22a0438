import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, String> table = new Hashtable<>();
        try {
            table.put("a", null); // violation: Dictionary_NullKeyOrValue
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
        try {
            table.get(null); // violation: Dictionary_NullKeyOrValue
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
