import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Scanner scanner = new Scanner("one two");
        scanner.next();
        scanner.close();
        try {
            scanner.next(); // violation: Scanner_SearchAfterClose
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
