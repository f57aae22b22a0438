package revmon.rt;

/** The last events of one monitor, as many as were asked for. Used under the lock of its engine. */
final class Trail {
    private final int[] events;
    private final int[] sites;
    private int count;

    Trail(int most) {
        events = new int[most];
        sites = new int[most];
    }

    Trail(Trail other) {
        events = other.events.clone();
        sites = other.sites.clone();
        count = other.count;
    }

    /** @param site -1: none */
    void add(int event, int site) {
        int at = count++ % events.length;
        events[at] = event;
        sites[at] = site;
    }

    /** Event and site in turn, the oldest first. */
    int[] toArray() {
        int size = Math.min(count, events.length);
        int[] all = new int[2 * size];
        for (int i = 0; i < size; i++) {
            int at = (count - size + i) % events.length;
            all[2 * i] = events[at];
            all[2 * i + 1] = sites[at];
        }
        return all;
    }
}
