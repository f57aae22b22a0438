import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Iterator<String> it = new LinkedHashSet<>(Arrays.asList("a", "b")).iterator();
        it.next();
        it.remove();
        it.next();
        it.remove();
    }
}
