import java.util.regex.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Matcher matcher = Pattern.compile("a(b*)").matcher("abb");
        if (matcher.find()) {
            matcher.group(1);
            matcher.end();
        }
        matcher.reset();
    }
}
