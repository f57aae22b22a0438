import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Iterator<Runnable> it = ServiceLoader.load(Runnable.class).iterator();
        it.hasNext();
        Iterator<String> names = new ArrayList<>(Arrays.asList("a")).iterator();
        names.next();
        names.remove();
    }
}
