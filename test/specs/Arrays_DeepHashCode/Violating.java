import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Object[] outer = new Object[2];
        outer[0] = "x";
        outer[1] = new Object[] {outer};
        try {
            Arrays.deepHashCode(outer); // violation: Arrays_DeepHashCode
        } catch (StackOverflowError expected) {
            expected.getMessage();
        }
    }
}
