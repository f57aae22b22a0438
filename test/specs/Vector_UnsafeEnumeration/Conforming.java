import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Vector<String> vector = new Vector<>(Arrays.asList("a", "b", "c"));
        Enumeration<String> e = vector.elements();
        e.nextElement();
        vector.set(0, "z");
        e.nextElement();
        vector.remove(0);
        e.hasMoreElements();
    }
}
