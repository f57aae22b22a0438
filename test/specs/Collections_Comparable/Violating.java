import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List values = new ArrayList<Object>(Arrays.asList("a", 1));
        try {
            Collections.sort(values); // violation: Collections_Comparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
