import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Set<Object> set = new HashSet<>();
        set.add(new HashSet<>(set));
        new ArrayList<Object>().add(set);
    }
}
