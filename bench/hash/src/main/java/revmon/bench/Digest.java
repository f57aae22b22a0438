package revmon.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A reusable byte buffer and XXH64 (seed 0) over it: the Java twin of CanonicalBuffer with the hash function
 * that hash_bench.cc uses. Written for speed: intrinsic little-endian loads, Latin-1 strings copied at once.
 */
final class Digest {
    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] buffer = new byte[1 << 16];
    private int size;

    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    private void room(int n) {
        if (buffer.length - size < n) {
            buffer = Arrays.copyOf(buffer, (size + n) * 2);
        }
    }

    void putByte(int v) {
        room(1);
        buffer[size++] = (byte) v;
    }

    void putInt(int v) {
        room(4);
        INTS.set(buffer, size, v);
        size += 4;
    }

    void putLong(long v) {
        room(8);
        LONGS.set(buffer, size, v);
        size += 8;
    }

    /** Length, then the low byte of every char: names are ASCII nearly always, and this is the fastest copy. */
    @SuppressWarnings("deprecation")
    void putString(String s) {
        if (s == null) {
            putInt(-1);
            return;
        }
        int length = s.length();
        putInt(length);
        room(length);
        s.getBytes(0, length, buffer, size);
        size += length;
    }

    void putStrings(String[] strings) {
        putInt(strings == null ? 0 : strings.length);
        if (strings != null) {
            for (String s : strings) {
                putString(s);
            }
        }
    }

    long hash() {
        return xxh64(buffer, size);
    }

    static long xxh64(byte[] b, int length) {
        int at = 0;
        long h;
        if (length >= 32) {
            long v1 = P1 + P2;
            long v2 = P2;
            long v3 = 0;
            long v4 = -P1;
            for (int limit = length - 32; at <= limit; at += 32) {
                v1 = round(v1, (long) LONGS.get(b, at));
                v2 = round(v2, (long) LONGS.get(b, at + 8));
                v3 = round(v3, (long) LONGS.get(b, at + 16));
                v4 = round(v4, (long) LONGS.get(b, at + 24));
            }
            h = Long.rotateLeft(v1, 1) + Long.rotateLeft(v2, 7) + Long.rotateLeft(v3, 12) + Long.rotateLeft(v4, 18);
            h = merge(merge(merge(merge(h, v1), v2), v3), v4);
        } else {
            h = P5;
        }
        h += length;
        for (; at <= length - 8; at += 8) {
            h = Long.rotateLeft(h ^ round(0, (long) LONGS.get(b, at)), 27) * P1 + P4;
        }
        if (at <= length - 4) {
            h = Long.rotateLeft(h ^ ((int) INTS.get(b, at) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
            at += 4;
        }
        for (; at < length; at++) {
            h = Long.rotateLeft(h ^ (b[at] & 0xFF) * P5, 11) * P1;
        }
        h = (h ^ h >>> 33) * P2;
        h = (h ^ h >>> 29) * P3;
        return h ^ h >>> 32;
    }

    private static long round(long acc, long input) {
        return Long.rotateLeft(acc + input * P2, 31) * P1;
    }

    private static long merge(long h, long v) {
        return (h ^ round(0, v)) * P1 + P4;
    }
}
