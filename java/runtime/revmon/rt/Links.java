package revmon.rt;

/** What one spec knows of one object: its instances by domain, and the touches kept here. Under the engine's lock. */
final class Links {
    private static final long[] NO_DOMAINS = new long[0];
    private static final InstanceList[] NO_LISTS = new InstanceList[0];
    private static final Touch[] NO_TOUCHES = new Touch[0];

    final int spec;
    private long[] domains = NO_DOMAINS;
    private InstanceList[] lists = NO_LISTS;
    private Touch[] touches = NO_TOUCHES;
    private int touchCount;
    /** By kind of late events ({@link Laziness}): when the last one was; 0: never. Null: there were none. */
    long[] late;
    /** The instance added last: where there is one at most, this one. Set under the lock, read without. */
    volatile Instance only;

    Links(int spec) {
        this.spec = spec;
    }

    /** Null when there is none. */
    InstanceList list(long domain) {
        for (int i = 0; i < domains.length; i++) {
            if (domains[i] == domain) {
                return lists[i];
            }
        }
        return null;
    }

    InstanceList makeList(long domain) {
        InstanceList known = list(domain);
        if (known != null) {
            return known;
        }
        int n = domains.length;
        long[] newDomains = new long[n + 1];
        InstanceList[] newLists = new InstanceList[n + 1];
        System.arraycopy(domains, 0, newDomains, 0, n);
        System.arraycopy(lists, 0, newLists, 0, n);
        newDomains[n] = domain;
        newLists[n] = new InstanceList();
        domains = newDomains;
        lists = newLists;
        return newLists[n];
    }

    InstanceList[] lists() {
        return lists;
    }

    int touchCount() {
        return touchCount;
    }

    Touch touch(int index) {
        return touches[index];
    }

    void add(Touch touch) {
        if (touchCount == touches.length) {
            int kept = 0;
            for (int i = 0; i < touchCount; i++) {
                if (!touches[i].isDead()) {
                    touches[kept++] = touches[i];
                }
            }
            Touch[] roomy = kept > touches.length / 2 || kept == 0 ? new Touch[Math.max(1, kept * 2)] : touches;
            System.arraycopy(touches, 0, roomy, 0, kept);
            for (int i = kept; i < touchCount; i++) {
                if (i < roomy.length) {
                    roomy[i] = null;
                }
            }
            touches = roomy;
            touchCount = kept;
        }
        touches[touchCount++] = touch;
    }
}
