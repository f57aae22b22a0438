import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new Bag().equals(null);
    }

    static class Bag extends AbstractCollection<String> { // violation: Collection_HashCode
        @Override
        public boolean equals(Object other) {
            return other instanceof Bag;
        }

        @Override
        public Iterator<String> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public int size() {
            return 0;
        }
    }
}
