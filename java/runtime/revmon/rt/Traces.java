package revmon.rt;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The traces of one spec's monitors, each distinct beginning once: src/trace/trie.h describes the paths, and that a position is
 * (path, offset in its label). A monitor holds its position; how many are at each, by test, is counted as they move, so
 * nobody has to know when a monitor is gone.
 *
 * <p>Used under the spec's lock.
 */
final class Traces {
    /** Of a monitor whose trace did not fit into the budget. */
    static final long CUT = -1;
    /** Kinds of records. */
    static final int LOCATIONS = 1;
    private static final int SPEC = 3;
    private static final int TOKENS = 4;
    private static final int PATHS = 5;
    private static final int COUNTS = 6;

    private static final int PIECE = 1 << 20;
    private static final byte[] EMPTY = new byte[0];
    /** By all specs. */
    private static final AtomicLong USED = new AtomicLong();

    private final SpecTable spec;
    private final Natives natives;
    private final long budget;
    /** By path. */
    private byte[][] labels = new byte[8][];
    private int[] lengths = new int[8];
    private long[] parents = new long[8];
    private int paths = 1;
    /** (position, token) to path. */
    private final PositionMap branches = new PositionMap();
    /** (position, test) to monitors. */
    private final PositionMap counts = new PositionMap();
    private int mapBytes;
    /** By event and location: the token plus 1. */
    private final int[][] tokens;
    private final IntList tokenEvents = new IntList();
    private final IntList tokenLocations = new IntList();
    private long cutMonitors;
    private long cutEvents;

    Traces(SpecTable spec, Natives natives, long budget) {
        this.spec = spec;
        this.natives = natives;
        this.budget = budget;
        labels[0] = EMPTY;
        tokens = new int[spec.events.length][0];
    }

    /** The event happens to the monitor. */
    void step(Instance monitor, SpecTable.Event event, SiteEntry site) {
        if (monitor.trace == CUT) {
            cutEvents++;
            return;
        }
        long next = next(monitor.trace, token(event.index, site == null ? 0 : site.traceLocation));
        if (monitor.isTraced) {
            counts.decrement(monitor.trace, monitor.test);
        } else {
            monitor.isTraced = true;
            monitor.test = monitor.trace == 0 ? Tests.current() : monitor.test;
        }
        if (next == CUT) {
            cutMonitors++;
            cutEvents += lengthOf(monitor.trace) + 1;
        } else {
            counts.increment(next, monitor.test);
        }
        monitor.trace = next;
    }

    private int token(int event, int location) {
        int[] known = tokens[event];
        if (location >= known.length) {
            known = Arrays.copyOf(known, Math.max(8, location + location / 2 + 1));
            tokens[event] = known;
        }
        if (known[location] == 0) {
            tokenEvents.add(event);
            tokenLocations.add(location);
            known[location] = tokenEvents.size();
        }
        return known[location] - 1;
    }

    private long next(long from, int token) {
        int path = (int) (from >>> 32);
        int offset = (int) from;
        byte[] label = labels[path];
        if (offset == lengths[path]) {
            return extend(path, token);
        }
        int at = offset;
        int found = label[at] & 127;
        for (int shift = 7; label[at++] < 0; shift += 7) {
            found |= (label[at] & 127) << shift;
        }
        if (found == token) {
            return (long) path << 32 | at;
        }
        int branch = branches.get(from, token);
        if (branch != 0) {
            return (long) branch << 32 | bytesOf(token);
        }
        if (isFull()) {
            return CUT;
        }
        return extend(addPath(from, token), token);
    }

    private static int bytesOf(int token) {
        return token < 1 << 7 ? 1 : token < 1 << 14 ? 2 : token < 1 << 21 ? 3 : token < 1 << 28 ? 4 : 5;
    }

    /** Takes what the maps have grown since, too. */
    private boolean isFull() {
        int now = branches.footprint() + counts.footprint();
        if (now != mapBytes) {
            USED.addAndGet(now - mapBytes);
            mapBytes = now;
        }
        return USED.get() > budget;
    }

    private int addPath(long parent, int token) {
        if (paths == labels.length) {
            int more = paths + paths / 2;
            labels = Arrays.copyOf(labels, more);
            lengths = Arrays.copyOf(lengths, more);
            parents = Arrays.copyOf(parents, more);
        }
        labels[paths] = EMPTY;
        parents[paths] = parent;
        branches.put(parent, token, paths);
        USED.addAndGet(32);
        return paths++;
    }

    /** Makes a path longer by a token. */
    private long extend(int path, int token) {
        int size = lengths[path];
        if (labels[path].length - size < 5) {
            if (size > 0 && isFull()) {
                return CUT;
            }
            int length = Math.max(8, size + Math.max(8, Math.min(size, 1 << 10) + (size >> 1)));
            USED.addAndGet(length - labels[path].length);
            labels[path] = Arrays.copyOf(labels[path], length);
        }
        byte[] label = labels[path];
        int rest = token;
        for (; rest >= 128; rest >>>= 7) {
            label[size++] = (byte) (rest | 128);
        }
        label[size++] = (byte) rest;
        lengths[path] = size;
        return (long) path << 32 | size;
    }

    /** How many events lead there. */
    private long lengthOf(long position) {
        long length = 0;
        for (long at = position;; at = parents[(int) (at >>> 32)]) {
            byte[] label = labels[(int) (at >>> 32)];
            for (int i = (int) at - 1; i >= 0; i--) {
                length += label[i] >= 0 ? 1 : 0;
            }
            if (at >>> 32 == 0) {
                return length;
            }
        }
    }

    /** Hands everything to the agent. Nothing is told of a spec that had no monitor. */
    void flush() {
        if (tokenEvents.size() == 0) {
            return;
        }
        TraceBytes out = new TraceBytes();
        out.number(spec.id);
        out.text(spec.name);
        out.number(spec.events.length);
        for (SpecTable.Event event : spec.events) {
            out.text(event.name);
        }
        out.number(cutMonitors);
        out.number(cutEvents);
        tell(SPEC, out);
        for (int i = 0; i < tokenEvents.size(); i++) {
            begin(TOKENS, out);
            out.number(tokenEvents.get(i));
            out.number(tokenLocations.get(i));
        }
        tell(TOKENS, out);
        for (int path = 0; path < paths; path++) {
            flushPath(path, out);
        }
        tell(PATHS, out);
        for (int i = 0; i < counts.capacity(); i++) {
            if (counts.valueAt(i) == 0) {
                continue;
            }
            begin(COUNTS, out);
            out.number(counts.positionAt(i) >>> 32);
            out.number((int) counts.positionAt(i));
            out.number(counts.numberAt(i));
            out.number(counts.valueAt(i));
        }
        tell(COUNTS, out);
    }

    private void flushPath(int path, TraceBytes out) {
        for (int from = 0; from == 0 || from < lengths[path]; from += PIECE) {
            begin(PATHS, out);
            if (from == 0) {
                out.number((parents[path] >>> 32) + 1);
                out.number((int) parents[path]);
            } else {
                out.number(0);
            }
            int length = Math.min(PIECE, lengths[path] - from);
            out.number(length);
            out.put(labels[path], from, length);
        }
    }

    private void begin(int kind, TraceBytes out) {
        if (out.size() > PIECE) {
            tell(kind, out);
        }
        if (out.size() == 0) {
            out.number(spec.id);
        }
    }

    private void tell(int kind, TraceBytes out) {
        if (out.size() > 0) {
            natives.traces(kind, out.toArray());
        }
        out.clear();
    }
}
