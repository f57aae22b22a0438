import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> list = Arrays.asList("a", "b");
        list.set(0, "z");
        try {
            list.add("c"); // violation: Arrays_AsListResize
        } catch (UnsupportedOperationException expected) {
            expected.getMessage();
        }
    }
}
