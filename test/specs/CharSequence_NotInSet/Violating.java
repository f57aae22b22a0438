import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Set<CharSequence> set = new HashSet<>();
        set.add("a");
        set.add(new StringBuilder("a")); // violation: CharSequence_NotInSet
    }
}
