import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ListIterator<String> it = new ArrayList<>(Arrays.asList("a", "b")).listIterator();
        if (it.hasNext()) {
            it.next();
            it.previous(); // violation: ListIterator_hasNextPrevious
        }
    }
}
