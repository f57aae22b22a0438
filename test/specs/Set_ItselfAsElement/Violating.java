import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Set<Object> set = new HashSet<>();
        set.add(set); // violation: Set_ItselfAsElement
    }
}
