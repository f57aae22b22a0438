import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> source = new HashMap<>(Collections.singletonMap("a", 1));
        new Mover(true).putAll(source);
    }

    /** Takes the mappings over one by one. */
    static class Mover extends HashMap<String, Integer> {
        final boolean drain;

        Mover(boolean drain) {
            this.drain = drain;
        }

        @Override
        public void putAll(Map<? extends String, ? extends Integer> source) {
            for (String key : source.keySet().toArray(new String[0])) {
                put(key, source.get(key));
                if (drain) {
                    drop(source, key);
                }
            }
        }
    }
    static void drop(Map<? extends String, ? extends Integer> source, String key) {
        source.remove(key); // violation: Map_UnsynchronizedAddAll
    }
}
