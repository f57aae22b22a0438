package keys;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The keys that somebody has borrowed. */
public final class Ring {
    private final List<String> keys = new ArrayList<>();

    /** The bug: YYYY is the year of the week. In the last days of December it is the wrong one. */
    public void borrow(String key, LocalDate until) {
        keys.add(key + " until " + until.format(DateTimeFormatter.ofPattern("YYYY-MM-dd")));
    }

    public List<String> keys() {
        return keys;
    }
}
