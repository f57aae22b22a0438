import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b", "c"));
        List<String> head = list.subList(0, 2);
        head.add("d");
        list.set(0, "z");
        head.get(0);
        list.add("e");
    }
}
