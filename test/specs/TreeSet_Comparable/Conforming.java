import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new TreeSet<>(new ArrayList<>(Arrays.asList("a", "b")));
        new TreeSet<>(Comparator.comparing(Object::hashCode)).addAll(Arrays.asList("a", new Object()));
    }
}
