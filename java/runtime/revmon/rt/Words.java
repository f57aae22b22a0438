package revmon.rt;

import java.util.Arrays;

/** A state that is a list of words: of a machine whose memory grows with the trace. */
final class Words {
    final int[] words;
    /** Filled in by the machine that made it. */
    final long categories;

    Words(int[] words, long categories) {
        this.words = words;
        this.categories = categories;
    }

    Words(int tag, long categories) {
        this(new int[] {tag}, categories);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Words && Arrays.equals(words, ((Words) other).words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }
}
