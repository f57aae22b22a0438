import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Set<CharSequence> set = new HashSet<>();
        set.add("a");
        set.add(new StringBuilder("a").toString());
        new ArrayList<CharSequence>().add(new StringBuilder("a"));
    }
}
