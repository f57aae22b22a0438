import java.util.*;
import java.util.concurrent.TimeUnit;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<TimeUnit, String> map = new EnumMap<>(TimeUnit.class);
        try {
            map.put(null, "a"); // violation: EnumMap_NonNull
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
