import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Set<Object> set = new TreeSet<>(Comparator.comparing(Object::hashCode));
        set.add("a");
        set.add(new Object());
        new HashSet<Object>().add(new Object());
    }
}
