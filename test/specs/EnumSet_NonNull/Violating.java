import java.util.*;
import java.util.concurrent.TimeUnit;

public class Violating {
    public static void main(String[] args) throws Exception {
        EnumSet<TimeUnit> set = EnumSet.noneOf(TimeUnit.class);
        try {
            set.add(null); // violation: EnumSet_NonNull
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
