package revmon.rt;

import java.util.HashMap;
import java.util.Map;

/** Places of events by number, from 1; two sites on one line of a method are one. 0 is no place. */
final class TraceLocations {
    private static final Map<String, Integer> NUMBERS = new HashMap<String, Integer>();
    private static final TraceBytes TEXTS = new TraceBytes();

    private TraceLocations() {}

    static synchronized int number(String location) {
        Integer known = NUMBERS.get(location);
        if (known == null) {
            known = NUMBERS.size() + 1;
            NUMBERS.put(location, known);
            TEXTS.text(location);
        }
        return known;
    }

    /** All texts so far, by number. */
    static synchronized byte[] texts() {
        return TEXTS.toArray();
    }
}
