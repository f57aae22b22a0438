import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> source = Arrays.asList("a", "b");
        Collections.copy(new ArrayList<>(Arrays.asList("x", "y", "z")), source);
    }
}
