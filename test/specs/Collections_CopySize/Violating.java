import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> source = Arrays.asList("a", "b");
        try {
            Collections.copy(new ArrayList<>(10), source); // violation: Collections_CopySize
        } catch (IndexOutOfBoundsException expected) {
            expected.getMessage();
        }
    }
}
