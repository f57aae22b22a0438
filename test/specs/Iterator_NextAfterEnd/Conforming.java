import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Iterator<String> it = new ArrayList<>(Arrays.asList("a")).iterator();
        while (it.hasNext()) {
            it.next();
        }
        it.hasNext();
    }
}
