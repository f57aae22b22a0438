package revmon.rt;

import java.nio.charset.Charset;
import java.util.Arrays;

/** Varints and texts of one payload (src/trace/trace_file.h). */
final class TraceBytes {
    private static final Charset UTF8 = Charset.forName("UTF-8");

    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    void number(long value) {
        reserve(10);
        long rest = value;
        for (; (rest & ~127L) != 0; rest >>>= 7) {
            bytes[size++] = (byte) (rest | 128);
        }
        bytes[size++] = (byte) rest;
    }

    void text(String text) {
        byte[] encoded = text.getBytes(UTF8);
        number(encoded.length);
        put(encoded, 0, encoded.length);
    }

    void put(byte[] from, int offset, int length) {
        reserve(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
