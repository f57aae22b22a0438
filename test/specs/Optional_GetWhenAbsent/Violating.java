import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Optional<String> name = Optional.empty();
        if (!name.isPresent()) {
            try {
                name.get(); // violation: Optional_GetWhenAbsent
            } catch (NoSuchElementException expected) {
                expected.getMessage();
            }
        }
    }
}
