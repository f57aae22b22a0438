import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ListIterator<String> it = new ArrayList<>(Arrays.asList("a", "b")).listIterator();
        it.next();
        it.set("c");
        it.remove();
        try {
            it.set("d"); // violation: ListIterator_Set
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
