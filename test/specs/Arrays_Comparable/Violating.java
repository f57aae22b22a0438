import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Object[] values = {new Object(), new Object()};
        try {
            Arrays.sort(values); // violation: Arrays_Comparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
