import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ListIterator<String> it = new ArrayList<>(Arrays.asList("a", "b")).listIterator();
        it.next();
        it.set("c");
        it.set("d");
        it.remove();
        it.next();
        it.set("e");
    }
}
