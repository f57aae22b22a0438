import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> names = Collections.unmodifiableList(new ArrayList<>());
        try {
            names.add("x"); // violation: Collection_UnmodifiableChange
        } catch (UnsupportedOperationException expected) {
            expected.getMessage();
        }
    }
}
