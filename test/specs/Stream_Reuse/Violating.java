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
        Stream<String> skipped = Arrays.asList("a", "b").stream();
        skipped.skip(1);
        try {
            skipped.skip(1); // violation: Stream_Reuse
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
