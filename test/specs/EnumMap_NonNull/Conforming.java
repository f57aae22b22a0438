import java.util.*;
import java.util.concurrent.TimeUnit;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Map<TimeUnit, String> map = new EnumMap<>(TimeUnit.class);
        map.put(TimeUnit.DAYS, null);
        map.get(null);
        new HashMap<TimeUnit, String>().put(null, "a");
    }
}
