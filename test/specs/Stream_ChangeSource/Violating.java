import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        try {
            list.stream().forEach(s -> {
                list.add("c"); // violation: Stream_ChangeSource
            });
        } catch (ConcurrentModificationException expected) {
            expected.getMessage();
        }
    }
}
