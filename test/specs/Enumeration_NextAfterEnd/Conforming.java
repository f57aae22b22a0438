import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Enumeration<String> e = new Vector<>(Arrays.asList("a")).elements();
        while (e.hasMoreElements()) {
            e.nextElement();
        }
    }
}
