import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Iterator<String> it = new ArrayList<String>().iterator();
        if (!it.hasNext()) {
            try {
                it.next(); // violation: Iterator_NextAfterEnd
            } catch (NoSuchElementException expected) {
                expected.getMessage();
            }
        }
    }
}
