import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Scanner scanner = new Scanner("word 42");
        if (!scanner.hasNextInt()) {
            scanner.next();
        }
        if (scanner.hasNextInt()) {
            scanner.nextInt();
        }
    }
}
