import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<String, String> environment = new ProcessBuilder("true").environment();
        environment.put("HOME", "/");
        environment.get("HOME");
        new HashMap<String, String>().put("HOME", null);
    }
}
