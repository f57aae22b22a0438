import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Object[] values = {"a", 1};
        Arrays.sort(values, Comparator.comparing(Object::toString));
        Arrays.sort(new Object[] {"b", "a"});
    }
}
