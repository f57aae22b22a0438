import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, String> environment = System.getenv();
        environment.containsKey("HOME");
        new HashMap<>(environment).containsKey(1);
    }
}
