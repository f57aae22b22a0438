import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Formatter formatter = new Formatter();
        formatter.format("%d", 1);
        formatter.close();
        try {
            formatter.format("%d", 2); // violation: Formatter_UseAfterClose
        } catch (FormatterClosedException expected) {
            expected.getMessage();
        }
    }
}
