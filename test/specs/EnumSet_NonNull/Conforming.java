import java.util.*;
import java.util.concurrent.TimeUnit;

public class Conforming {
    public static void main(String[] args) throws Exception {
        EnumSet<TimeUnit> set = EnumSet.noneOf(TimeUnit.class);
        set.add(TimeUnit.DAYS);
        set.contains(null);
        set.remove(null);
    }
}
