package revmon.rt;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How often each (spec, property, handler, site) was violated, when first and last, and in which tests. */
final class Violations {
    /** kMaxTestsPerViolation of src/wire/results.h. */
    private static final int MOST_TESTS = 1000;
    private static final int ROW = 60;

    private static final class Key {
        final int spec;
        final int property;
        final int handler;
        final int site;

        Key(int spec, int property, int handler, int site) {
            this.spec = spec;
            this.property = property;
            this.handler = handler;
            this.site = site;
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Key)) {
                return false;
            }
            Key that = (Key) other;
            return spec == that.spec && property == that.property && handler == that.handler && site == that.site;
        }

        @Override
        public int hashCode() {
            return ((spec * 31 + property) * 31 + handler) * 31 + site;
        }
    }

    /** Guarded by itself. */
    private static final class Count {
        final long first = System.currentTimeMillis();
        long count;
        long last = first;
        long unattributed;
        long otherTests;
        /** Tests and their counts, a pair each in the order of their first time; the latest is most likely the next. */
        long[] tests = new long[4];
        int used;
        /** What {@link Violations#changes} has already told; -1: the first one has not been told yet, so no count can be. */
        long told = -1;

        Count() {}

        synchronized void add(int test) {
            count++;
            last = System.currentTimeMillis();
            if (test == 0) {
                unattributed++;
                return;
            }
            for (int i = used - 2; i >= 0; i -= 2) {
                if (tests[i] == test) {
                    tests[i + 1]++;
                    return;
                }
            }
            if (used == 2 * MOST_TESTS) {
                otherTests++;
                return;
            }
            if (used == tests.length) {
                tests = java.util.Arrays.copyOf(tests, 2 * used);
            }
            tests[used++] = test;
            tests[used++] = 1;
        }

        /** Null: there is nothing that was not told. */
        synchronized ByteBuffer encode(Key key) {
            if (told < 0 || told == count) {
                return null;
            }
            told = count;
            ByteBuffer out = ByteBuffer.allocate(ROW + used * 6);
            out.putInt(key.spec).putInt(key.property).putInt(key.handler).putInt(key.site);
            out.putLong(count).putLong(first).putLong(last).putLong(unattributed).putLong(otherTests).putInt(used / 2);
            for (int i = 0; i < used; i += 2) {
                out.putInt((int) tests[i]).putLong(tests[i + 1]);
            }
            return out;
        }
    }

    private final ConcurrentHashMap<Key, Count> counts = new ConcurrentHashMap<Key, Count>();

    /** True for the first one. */
    boolean add(int spec, int property, int handler, int site, int test) {
        Key key = new Key(spec, property, handler, site);
        Count count = counts.get(key);
        boolean first = false;
        if (count == null) {
            Count fresh = new Count();
            count = counts.putIfAbsent(key, fresh);
            first = count == null;
            count = first ? fresh : count;
        }
        count.add(test);
        return first;
    }

    /** One more, unless it is the first. */
    boolean addAgain(int spec, int property, int handler, int site, int test) {
        Count count = counts.get(new Key(spec, property, handler, site));
        if (count != null) {
            count.add(test);
        }
        return count != null;
    }

    /** The first one is in the results: counts may follow. */
    void told(int spec, int property, int handler, int site) {
        Count count = counts.get(new Key(spec, property, handler, site));
        synchronized (count) {
            count.told = 0;
        }
    }

    /** As {@link Agent#counts} describes it. */
    byte[] changes() {
        List<byte[]> rows = new ArrayList<byte[]>();
        int size = 0;
        for (Map.Entry<Key, Count> each : counts.entrySet()) {
            ByteBuffer row = each.getValue().encode(each.getKey());
            if (row != null) {
                rows.add(row.array());
                size += row.array().length;
            }
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        for (byte[] row : rows) {
            out.put(row);
        }
        return out.array();
    }
}
