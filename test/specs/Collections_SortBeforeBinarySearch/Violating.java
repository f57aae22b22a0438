import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList("b", "c", "a"));
        Collections.sort(list);
        list.add("aa");
        Collections.binarySearch(list, "aa"); // violation: Collections_SortBeforeBinarySearch
    }
}
