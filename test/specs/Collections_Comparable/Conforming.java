import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<Object> values = new ArrayList<>(Arrays.<Object>asList("a", 1));
        Collections.sort(values, Comparator.comparing(Object::toString));
        Collections.sort(new ArrayList<>(Arrays.asList("b", "a")));
    }
}
