import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Vector<String> vector = new Vector<>();
        vector.insertElementAt("a", 0);
        vector.insertElementAt("b", 1);
    }
}
