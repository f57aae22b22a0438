import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        List<String> other = new ArrayList<>();
        list.stream().forEach(s -> {
            other.add("c");
        });
        list.add("c");
    }
}
