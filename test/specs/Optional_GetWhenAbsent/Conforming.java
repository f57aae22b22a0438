import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Optional<String> name = Optional.of("a");
        if (name.isPresent()) {
            name.get();
        }
    }
}
