import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> list = Collections.synchronizedList(new ArrayList<>(Arrays.asList("a", "b")));
        Iterator<String> it = list.iterator(); // violation: Collections_SynchronizedCollection
        it.next();
        Iterator<String> second;
        synchronized (list) {
            second = list.iterator();
            second.next();
        }
        second.next(); // violation: Collections_SynchronizedCollection
    }
}
