package keys;

import java.time.LocalDate;

/** What is written on the hook of a key that is not there. */
public final class Label {
    private Label() {
    }

    public static String of(String key, LocalDate until) {
        Ring ring = new Ring();
        ring.borrow(key, until);
        return ring.keys().get(0) + ", " + System.getProperty("keys.place");
    }
}
