import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b", "c"));
        Iterator<String> it = list.iterator();
        it.next();
        list.add("d");
        try {
            it.next(); // violation: Collection_UnsafeIterator
        } catch (ConcurrentModificationException expected) {
            expected.getMessage();
        }
    }
}
