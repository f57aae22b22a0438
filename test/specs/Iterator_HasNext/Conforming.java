import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> names = new ArrayList<>(Arrays.asList("a", "b"));
        Iterator<String> it = names.iterator();
        if (it.hasNext()) {
            it.next();
        }
        while (it.hasNext()) {
            it.next();
        }
        for (String name : names) {
            name.length();
        }
    }
}
