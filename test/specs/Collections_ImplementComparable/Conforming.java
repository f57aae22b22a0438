import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<Object> values = new ArrayList<>(Arrays.asList(new Object(), new Object()));
        Collections.sort(values, Comparator.comparing(Object::hashCode));
        Collections.sort(new ArrayList<>(Arrays.asList("b", "a")));
    }
}
