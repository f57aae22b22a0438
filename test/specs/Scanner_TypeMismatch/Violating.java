import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Scanner scanner = new Scanner("word 42");
        if (!scanner.hasNextInt()) {
            try {
                scanner.nextInt(); // violation: Scanner_TypeMismatch
            } catch (InputMismatchException expected) {
                expected.getMessage();
            }
        }
    }
}
