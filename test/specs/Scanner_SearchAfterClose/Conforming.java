import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Scanner scanner = new Scanner("one two");
        while (scanner.hasNext()) {
            scanner.next();
        }
        scanner.close();
        scanner.close();
    }
}
