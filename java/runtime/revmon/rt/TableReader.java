package revmon.rt;

import java.io.UnsupportedEncodingException;

/** Reads what src/weave/text.h wrote. Passing the end is an IndexOutOfBoundsException. */
final class TableReader {
    private final byte[] bytes;
    private int at;

    TableReader(byte[] bytes) {
        this.bytes = bytes;
    }

    int u1() {
        return bytes[at++] & 0xff;
    }

    boolean flag() {
        return u1() != 0;
    }

    short s2() {
        return (short) (u1() << 8 | u1());
    }

    int i4() {
        return u1() << 24 | u1() << 16 | u1() << 8 | u1();
    }

    long i8() {
        return (long) i4() << 32 | i4() & 0xffffffffL;
    }

    /** A number of things that follow, each at least one byte. */
    int count() {
        int count = i4();
        if (count < 0 || count > bytes.length - at) {
            throw new IndexOutOfBoundsException("table is cut off");
        }
        return count;
    }

    String text() {
        int length = count();
        try {
            String text = new String(bytes, at, length, "UTF-8");
            at += length;
            return text;
        } catch (UnsupportedEncodingException impossible) {
            throw new AssertionError(impossible);
        }
    }

    String[] texts() {
        String[] texts = new String[count()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text();
        }
        return texts;
    }

    int[] ints() {
        int[] values = new int[count()];
        for (int i = 0; i < values.length; i++) {
            values[i] = i4();
        }
        return values;
    }

    long[] longs() {
        long[] values = new long[count()];
        for (int i = 0; i < values.length; i++) {
            values[i] = i8();
        }
        return values;
    }

    boolean atEnd() {
        return at == bytes.length;
    }
}
