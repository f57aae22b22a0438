import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new Bag().equals(null);
    }

    static class Bag extends ArrayList<String> { // violation: Collection_HashCode
        @Override
        public boolean equals(Object other) {
            return other == this;
        }
    }
}
