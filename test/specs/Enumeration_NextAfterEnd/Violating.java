import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Enumeration<String> e = new Vector<String>().elements();
        if (!e.hasMoreElements()) {
            try {
                e.nextElement(); // violation: Enumeration_NextAfterEnd
            } catch (NoSuchElementException expected) {
                expected.getMessage();
            }
        }
    }
}
