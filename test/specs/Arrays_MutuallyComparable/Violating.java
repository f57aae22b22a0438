import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Object[] values = {"a", 1};
        try {
            Arrays.sort(values); // violation: Arrays_MutuallyComparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
