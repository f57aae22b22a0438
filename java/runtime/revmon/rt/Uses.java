package revmon.rt;

import java.util.HashSet;
import java.util.Set;

/** What one test, one initialiser, or nobody in particular has used. Several threads may add at once. */
final class Uses {
    private static final long[] NONE = new long[0];

    /** One bit for each number. Only grows; a thread that sees an older one asks once more under the lock. */
    private long[] bits = NONE;
    /** "number class" */
    private Set<String> receivers;
    private Set<String> files;

    Uses() {}

    void add(int id) {
        long[] seen = bits;
        int word = id >> 6;
        if (word < seen.length && (seen[word] >>> id & 1) != 0) {
            return;
        }
        synchronized (this) {
            if (word >= bits.length) {
                long[] more = new long[Math.max(word + 1, bits.length * 2)];
                System.arraycopy(bits, 0, more, 0, bits.length);
                bits = more;
            }
            bits[word] |= 1L << id;
        }
    }

    synchronized void addReceiver(int id, String type) {
        if (receivers == null) {
            receivers = new HashSet<String>();
        }
        receivers.add(id + " " + type);
    }

    synchronized void addFile(String path) {
        if (files == null) {
            files = new HashSet<String>();
        }
        files.add(path);
    }

    synchronized boolean isEmpty() {
        return bits.length == 0 && receivers == null && files == null;
    }

    synchronized int[] ids() {
        int count = 0;
        for (long word : bits) {
            count += Long.bitCount(word);
        }
        int[] ids = new int[count];
        int at = 0;
        for (int word = 0; word < bits.length; word++) {
            for (long rest = bits[word]; rest != 0; rest &= rest - 1) {
                ids[at++] = word << 6 | Long.numberOfTrailingZeros(rest);
            }
        }
        return ids;
    }

    /** One a line. */
    synchronized String receivers() {
        return lines(receivers);
    }

    synchronized String files() {
        return lines(files);
    }

    private static String lines(Set<String> set) {
        if (set == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (String line : set) {
            text.append(line).append('\n');
        }
        return text.toString();
    }
}
