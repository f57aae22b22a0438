import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        ListIterator<String> it = list.listIterator();
        it.next();
        it.add("c");
        list.set(0, "z");
        it.previous();
        list.add("d");
    }
}
