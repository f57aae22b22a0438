import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> names = new ArrayList<>(Arrays.asList("a", "b"));
        Iterator<String> it = names.iterator();
        if (it.hasNext()) {
            it.next();
        }
        it.next(); // violation: Iterator_HasNext
    }
}
