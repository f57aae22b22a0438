import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        List<String> source = new ArrayList<>(Arrays.asList("a"));
        new Mover(true).addAll(source);
    }

    /** Takes the elements over one by one. */
    static class Mover extends ArrayList<String> {
        final boolean drain;

        Mover(boolean drain) {
            this.drain = drain;
        }

        @Override
        public boolean addAll(Collection<? extends String> source) {
            for (String element : source.toArray(new String[0])) {
                add(element);
                if (drain) {
                    drop(source, element);
                }
            }
            return true;
        }
    }
    static void drop(Collection<? extends String> source, String element) {
        source.remove(element); // violation: Collection_UnsynchronizedAddAll
    }
}
