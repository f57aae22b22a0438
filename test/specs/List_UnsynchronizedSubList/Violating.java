import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b", "c"));
        List<String> head = list.subList(0, 2);
        list.add("d");
        try {
            head.get(0); // violation: List_UnsynchronizedSubList
        } catch (ConcurrentModificationException expected) {
            expected.getMessage();
        }
    }
}
