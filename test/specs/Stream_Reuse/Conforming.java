import java.util.*;
import java.util.stream.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Stream<String> stream = Arrays.asList("a", "b").stream();
        stream.isParallel();
        stream.sequential().filter(s -> !s.isEmpty()).count();
        stream.close();
        Arrays.asList(1, 2).stream().skip(0).limit(1).skip(1).count(); // skip(0) gives the same stream back
    }
}
