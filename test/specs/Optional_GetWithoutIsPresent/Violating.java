import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Optional<String> first = Arrays.asList("a", "b").stream().findFirst();
        first.get(); // violation: Optional_GetWithoutIsPresent
    }
}
