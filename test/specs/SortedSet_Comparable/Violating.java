import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Set<Object> set = new TreeSet<>();
        set.add("a");
        try {
            set.add(new Object()); // violation: SortedSet_Comparable
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
