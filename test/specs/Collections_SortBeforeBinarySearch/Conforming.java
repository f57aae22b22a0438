import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("b", "c", "a"));
        list.add("aa");
        Collections.sort(list);
        Collections.binarySearch(list, "aa");
        list.sort(Collections.reverseOrder());
        Collections.binarySearch(list, "aa", Collections.reverseOrder());
        Collections.binarySearch(Arrays.asList("a", "b"), "b");
    }
}
