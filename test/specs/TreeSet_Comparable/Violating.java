import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<Object> list = new ArrayList<>(Arrays.asList("a", new Object()));
        try {
            new TreeSet<>(list); // violation: TreeSet_Comparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
