import java.util.regex.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Matcher matcher = Pattern.compile("a(b*)").matcher("abb");
        try {
            matcher.group(1); // violation: Matcher_GroupBeforeMatch
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
        if (matcher.matches()) {
            matcher.group(1);
        }
    }
}
