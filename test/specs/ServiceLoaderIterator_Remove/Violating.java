import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Iterator<Runnable> it = ServiceLoader.load(Runnable.class).iterator();
        try {
            it.remove(); // violation: ServiceLoaderIterator_Remove
        } catch (UnsupportedOperationException expected) {
            expected.getMessage();
        }
    }
}
