import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Iterator<String> it = new LinkedHashSet<>(Arrays.asList("a", "b")).iterator();
        it.next();
        it.remove();
        try {
            it.remove(); // violation: Iterator_RemoveOnce
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
