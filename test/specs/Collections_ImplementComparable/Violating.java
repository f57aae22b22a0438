import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List values = new ArrayList<Object>(Arrays.asList(new Object(), new Object()));
        try {
            Collections.sort(values); // violation: Collections_ImplementComparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
