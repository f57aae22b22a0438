import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Formatter formatter = new Formatter();
        formatter.format("%d", 1);
        formatter.toString();
        formatter.close();
        formatter.close();
    }
}
