import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        StringTokenizer tokens = new StringTokenizer("a b");
        if (tokens.hasMoreTokens()) {
            tokens.nextToken();
        }
        tokens.nextToken(); // violation: StringTokenizer_HasMoreElements
    }
}
