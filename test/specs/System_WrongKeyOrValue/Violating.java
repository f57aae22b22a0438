import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, String> environment = System.getenv();
        try {
            environment.containsKey(1); // violation: System_WrongKeyOrValue
        } catch (ClassCastException expected) {
            expected.getMessage();
        }
    }
}
