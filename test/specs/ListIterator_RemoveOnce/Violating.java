import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ListIterator<String> it = new ArrayList<>(Arrays.asList("a", "b")).listIterator();
        it.next();
        it.add("x");
        try {
            it.remove(); // violation: ListIterator_RemoveOnce
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
