import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> names = new ArrayList<>(Collections.unmodifiableList(new ArrayList<>()));
        names.add("x");
        Collections.unmodifiableList(names).size();
    }
}
