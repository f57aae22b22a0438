import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> list = Collections.synchronizedList(new ArrayList<>(Arrays.asList("a", "b")));
        synchronized (list) {
            Iterator<String> it = list.iterator();
            while (it.hasNext()) {
                it.next();
            }
        }
        new ArrayList<>(Arrays.asList("c")).iterator().next();
        list.size();
    }
}
