import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        String[] names = {"b", "c", "a"};
        Arrays.binarySearch(names, "a"); // violation: Arrays_SortBeforeBinarySearch
        Arrays.sort(names, Collections.reverseOrder());
        Arrays.binarySearch(names, "b"); // violation: Arrays_SortBeforeBinarySearch
    }
}
