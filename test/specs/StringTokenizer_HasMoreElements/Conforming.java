import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        StringTokenizer tokens = new StringTokenizer("a b");
        while (tokens.hasMoreTokens()) {
            tokens.nextToken();
        }
        tokens = new StringTokenizer("a b");
        for (int i = tokens.countTokens(); i > 0; i--) {
            tokens.nextToken();
        }
    }
}
