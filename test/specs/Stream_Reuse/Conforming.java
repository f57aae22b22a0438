import java.util.*;
import java.util.stream.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Stream<String> stream = Arrays.asList("a", "b").stream();
        stream.isParallel();
        stream.sequential().filter(s -> !s.isEmpty()).count();
        stream.close();
    }
}
