import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.put("port", "8080");
        properties.setProperty("host", "localhost");
        new Hashtable<Object, Object>().put("port", 8080);
    }
}
