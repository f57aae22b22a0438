import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        String[] names = {"b", "c", "a"};
        Arrays.sort(names);
        Arrays.binarySearch(names, "a");
        Arrays.sort(names, Collections.reverseOrder());
        Arrays.binarySearch(names, "a", Collections.reverseOrder());
        Arrays.binarySearch(new int[] {1, 2}, 1);
    }
}
