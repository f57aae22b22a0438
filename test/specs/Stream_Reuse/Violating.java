import java.util.*;
import java.util.stream.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Stream<String> stream = Arrays.asList("a", "b").stream();
        stream.count();
        try {
            stream.count(); // violation: Stream_Reuse
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
