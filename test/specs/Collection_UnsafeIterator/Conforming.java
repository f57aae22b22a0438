import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b", "c"));
        Iterator<String> it = list.iterator();
        it.next();
        it.remove();
        it.next();
        list.remove("not there");
        it.next();
        list.add("d");
        it = list.iterator();
        it.next();
    }
}
