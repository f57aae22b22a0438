import java.util.*;
import java.util.concurrent.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        queue.put("a");
        new LinkedList<String>().add(null);
    }
}
