import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        ListIterator<String> it = list.listIterator();
        it.next();
        list.add("c");
        try {
            it.previous(); // violation: List_UnsafeListIterator
        } catch (ConcurrentModificationException expected) {
            expected.getMessage();
        }
    }
}
