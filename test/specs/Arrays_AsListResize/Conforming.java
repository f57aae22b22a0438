import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        list.add("c");
        Arrays.asList("a", "b").set(0, "z");
    }
}
