import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Object[] values = {"b", "a", new Object()};
        Arrays.sort(values, 0, 2);
        Arrays.sort(values, Comparator.comparing(Object::hashCode));
        Arrays.sort(new int[] {2, 1});
    }
}
