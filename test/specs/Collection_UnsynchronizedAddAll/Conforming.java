import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        List<String> source = new ArrayList<>(Arrays.asList("a"));
        new Mover(false).addAll(source);
        drop(source, "a");
        // One source of many collections, as a shared empty list is: each must cost the same.
        List<List<String>> all = new ArrayList<>();
        for (int i = 0; i < 100000; i++) {
            all.add(new ArrayList<>(2));
            all.get(i).addAll(source);
        }
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
        source.remove(element);
    }
}
