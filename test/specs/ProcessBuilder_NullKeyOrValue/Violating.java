import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, String> environment = new ProcessBuilder("true").environment();
        try {
            environment.put("HOME", null); // violation: ProcessBuilder_NullKeyOrValue
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
