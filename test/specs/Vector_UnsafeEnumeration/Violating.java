import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Vector<String> vector = new Vector<>(Arrays.asList("a", "b", "c"));
        Enumeration<String> e = vector.elements();
        e.nextElement();
        vector.remove(0);
        e.nextElement(); // violation: Vector_UnsafeEnumeration
    }
}
