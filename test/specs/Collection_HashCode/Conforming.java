import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new Bag().equals(null);
        new Quick().equals(null);
    }

    static class Bag extends ArrayList<String> {
        @Override
        public boolean equals(Object other) {
            return other == this;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** Its hashCode() is that of AbstractSet, which goes with this equals(). */
    static class Quick extends HashSet<String> {
        @Override
        public boolean equals(Object other) {
            return other == this || super.equals(other);
        }
    }
}
