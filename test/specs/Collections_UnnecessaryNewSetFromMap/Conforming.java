import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Set<String> set = Collections.newSetFromMap(new WeakHashMap<>());
        set.add("x");
    }
}
