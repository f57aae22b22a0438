import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ListIterator<String> it = new ArrayList<>(Arrays.asList("a", "b")).listIterator();
        while (it.hasNext()) {
            it.next();
        }
        while (it.hasPrevious()) {
            it.previous();
        }
    }
}
