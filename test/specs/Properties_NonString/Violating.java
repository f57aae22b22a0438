import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.put("port", 8080); // violation: Properties_NonString
    }
}
