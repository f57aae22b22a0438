import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Optional<String> first = Arrays.asList("a", "b").stream().findFirst();
        if (first.isPresent()) {
            first.get();
        }
        first.orElse("");
    }
}
