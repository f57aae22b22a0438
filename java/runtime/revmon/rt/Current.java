package revmon.rt;

/** What one thread is doing in our code. */
final class Current {
    /** Conditions that raise events whose conditions raise events ... */
    private static final int MOST_LEVELS = 64;
    private static final ThreadLocal<Current> OF_THREAD = new ThreadLocal<Current>();
    /** Stands for an empty text: most bodies print nothing. */
    private static final StringBuilder NOTHING = new StringBuilder(0);

    /** Our own code runs: events it may raise are none. */
    private boolean inside;
    private int level;
    /** What the body or handler that runs has printed; null outside of any. */
    private StringBuilder printed;
    /** By control-flow counter. */
    private int[] flows = new int[0];
    /** Counters that the open join points have raised: site, number of counters, counters; the innermost last. */
    private final IntList opened = new IntList();

    static Current get() {
        Current current = OF_THREAD.get();
        if (current == null) {
            current = new Current();
            OF_THREAD.set(current);
        }
        return current;
    }

    boolean enter() {
        if (inside || level >= MOST_LEVELS) {
            return false;
        }
        inside = true;
        level++;
        return true;
    }

    void exit() {
        inside = false;
        level--;
    }

    /** Around code of a spec. */
    void leave() {
        inside = false;
    }

    void reenter() {
        inside = true;
    }

    StringBuilder capture() {
        StringBuilder before = printed;
        printed = NOTHING;
        return before;
    }

    String release(StringBuilder before) {
        String text = printed == NOTHING ? "" : printed.toString();
        printed = before;
        return text;
    }

    /** False when no body or handler runs on this thread. */
    boolean print(String text, boolean ends) {
        if (printed == null) {
            return false;
        }
        printed = printed == NOTHING ? new StringBuilder() : printed;
        printed.append(text);
        if (ends) {
            printed.append('\n');
        }
        return true;
    }

    boolean isIn(int flow) {
        return flow < flows.length && flows[flow] > 0;
    }

    /** The join point of `site` is entered and raises these counters. */
    void open(int site, IntList raised) {
        for (int i = 0; i < raised.size(); i++) {
            int flow = raised.get(i);
            if (flow >= flows.length) {
                flows = java.util.Arrays.copyOf(flows, flow + 1);
            }
            flows[flow]++;
            opened.add(flow);
        }
        opened.add(raised.size());
        opened.add(site);
    }

    /** It is left; whatever was opened inside and not left is left too. */
    void close(int site) {
        int at = opened.size();
        while (at > 0 && opened.get(at - 1) != site) {
            at -= 2 + opened.get(at - 2);
        }
        if (at == 0) {
            return;
        }
        at -= 2 + opened.get(at - 2);
        for (int i = opened.size(); i > at;) {
            int count = opened.get(i - 2);
            for (int k = i - 2 - count; k < i - 2; k++) {
                flows[opened.get(k)]--;
            }
            i -= 2 + count;
        }
        opened.shrinkTo(at);
    }
}
