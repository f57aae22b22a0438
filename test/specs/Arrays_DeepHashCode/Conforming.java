import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Object[] shared = {"x"};
        Object[] outer = {shared, shared, new Object[] {shared}};
        Arrays.deepHashCode(outer);
        outer[0] = outer;
        Arrays.deepToString(outer);
    }
}
