import java.util.*;
import java.util.concurrent.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        try {
            queue.put(null); // violation: BlockingQueue_NonNull
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
