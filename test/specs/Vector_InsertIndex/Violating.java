import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Vector<String> vector = new Vector<>();
        try {
            vector.insertElementAt("a", 1); // violation: Vector_InsertIndex
        } catch (ArrayIndexOutOfBoundsException expected) {
            expected.getMessage();
        }
    }
}
