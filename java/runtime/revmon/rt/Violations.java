package revmon.rt;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How often each (spec, property, handler, site) was violated, and when first and last. */
final class Violations {
    private static final int ROW = 44;

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

    private static final class Count {
        final AtomicLong count = new AtomicLong();
        final long first = System.currentTimeMillis();
        volatile long last = first;

        Count() {}
    }

    private final ConcurrentHashMap<Key, Count> counts = new ConcurrentHashMap<Key, Count>();

    /** True for the first one. */
    boolean add(int spec, int property, int handler, int site) {
        Key key = new Key(spec, property, handler, site);
        Count count = counts.get(key);
        boolean first = false;
        if (count == null) {
            Count fresh = new Count();
            count = counts.putIfAbsent(key, fresh);
            first = count == null;
            count = first ? fresh : count;
        }
        count.count.incrementAndGet();
        count.last = System.currentTimeMillis();
        return first;
    }

    /** As {@link Agent#counts} describes it. */
    byte[] encode() {
        Map.Entry<?, ?>[] rows = counts.entrySet().toArray(new Map.Entry<?, ?>[0]);
        ByteBuffer out = ByteBuffer.allocate(rows.length * ROW);
        for (Map.Entry<?, ?> row : rows) {
            Key key = (Key) row.getKey();
            Count count = (Count) row.getValue();
            out.putInt(key.spec).putInt(key.property).putInt(key.handler).putInt(key.site);
            out.putLong(count.count.get()).putLong(count.first).putLong(count.last).putInt(0);
        }
        return out.array();
    }
}
