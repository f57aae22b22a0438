package revmon.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A reusable byte buffer and XXH3 (64 bits, seed 0) over it: the Java twin of CanonicalBuffer with the hash
 * function that hash_bench.cc uses; run.sh checks that both give the same values. Written for speed: intrinsic
 * little-endian loads and high multiplications, Latin-1 strings copied at once.
 */
final class Digest {
    private static final long P32_1 = 0x9E3779B1L;
    private static final long P32_2 = 0x85EBCA77L;
    private static final long P32_3 = 0xC2B2AE3DL;
    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;
    private static final byte[] SECRET = HexFormat.of().parseHex(
            "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                    + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                    + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                    + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                    + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                    + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");
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
        return xxh3(buffer, size);
    }

    static long xxh3(byte[] b, int length) {
        if (length <= 16) {
            return upTo16(b, length);
        }
        if (length <= 128) {
            return upTo128(b, length);
        }
        return length <= 240 ? upTo240(b, length) : beyond240(b, length);
    }

    private static long u8(byte[] b, int at) {
        return (long) LONGS.get(b, at);
    }

    private static long u4(byte[] b, int at) {
        return (int) INTS.get(b, at) & 0xFFFFFFFFL;
    }

    private static long fold(long a, long b) {
        long high = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
        return a * b ^ high;
    }

    private static long avalanche(long h) {
        h = (h ^ h >>> 37) * 0x165667919E3779F9L;
        return h ^ h >>> 32;
    }

    private static long avalanche64(long h) {
        h = (h ^ h >>> 33) * P2;
        h = (h ^ h >>> 29) * P3;
        return h ^ h >>> 32;
    }

    private static long mix(byte[] b, int at, int secret) {
        return fold(u8(b, at) ^ u8(SECRET, secret), u8(b, at + 8) ^ u8(SECRET, secret + 8));
    }

    private static long upTo16(byte[] b, int length) {
        if (length > 8) {
            long low = u8(b, 0) ^ u8(SECRET, 24) ^ u8(SECRET, 32);
            long high = u8(b, length - 8) ^ u8(SECRET, 40) ^ u8(SECRET, 48);
            return avalanche(length + Long.reverseBytes(low) + high + fold(low, high));
        }
        if (length >= 4) {
            long h = u4(b, length - 4) + (u4(b, 0) << 32) ^ u8(SECRET, 8) ^ u8(SECRET, 16);
            h ^= Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24);
            h *= 0x9FB21C651E98DF25L;
            h ^= (h >>> 35) + length;
            h *= 0x9FB21C651E98DF25L;
            return h ^ h >>> 28;
        }
        if (length > 0) {
            long combined = (b[0] & 0xFFL) << 16 | (b[length >> 1] & 0xFFL) << 24 | b[length - 1] & 0xFFL
                    | (long) length << 8;
            return avalanche64(combined ^ u4(SECRET, 0) ^ u4(SECRET, 4));
        }
        return avalanche64(u8(SECRET, 56) ^ u8(SECRET, 64));
    }

    private static long upTo128(byte[] b, int length) {
        long acc = length * P1;
        if (length > 32) {
            if (length > 64) {
                if (length > 96) {
                    acc += mix(b, 48, 96) + mix(b, length - 64, 112);
                }
                acc += mix(b, 32, 64) + mix(b, length - 48, 80);
            }
            acc += mix(b, 16, 32) + mix(b, length - 32, 48);
        }
        return avalanche(acc + mix(b, 0, 0) + mix(b, length - 16, 16));
    }

    private static long upTo240(byte[] b, int length) {
        long acc = length * P1;
        for (int i = 0; i < 8; i++) {
            acc += mix(b, 16 * i, 16 * i);
        }
        acc = avalanche(acc);
        for (int i = 8; i < length / 16; i++) {
            acc += mix(b, 16 * i, 16 * (i - 8) + 3);
        }
        return avalanche(acc + mix(b, length - 16, 136 - 17));
    }

    private static final int STRIPES = 16;

    private static long beyond240(byte[] b, int length) {
        long a0 = P32_3;
        long a1 = P1;
        long a2 = P2;
        long a3 = P3;
        long a4 = P4;
        long a5 = P32_2;
        long a6 = P5;
        long a7 = P32_1;
        // All whole stripes but the last, scrambling after each block of 16; then the last 64 bytes.
        int stripes = (length - 1) / 64;
        for (int n = 0; n <= stripes; n++) {
            boolean last = n == stripes;
            int at = last ? length - 64 : 64 * n;
            int s = last ? 192 - 64 - 7 : 8 * (n % STRIPES);
            long d0 = u8(b, at);
            long d1 = u8(b, at + 8);
            long d2 = u8(b, at + 16);
            long d3 = u8(b, at + 24);
            long d4 = u8(b, at + 32);
            long d5 = u8(b, at + 40);
            long d6 = u8(b, at + 48);
            long d7 = u8(b, at + 56);
            a0 += d1 + product(d0 ^ u8(SECRET, s));
            a1 += d0 + product(d1 ^ u8(SECRET, s + 8));
            a2 += d3 + product(d2 ^ u8(SECRET, s + 16));
            a3 += d2 + product(d3 ^ u8(SECRET, s + 24));
            a4 += d5 + product(d4 ^ u8(SECRET, s + 32));
            a5 += d4 + product(d5 ^ u8(SECRET, s + 40));
            a6 += d7 + product(d6 ^ u8(SECRET, s + 48));
            a7 += d6 + product(d7 ^ u8(SECRET, s + 56));
            if (!last && n % STRIPES == STRIPES - 1) {
                a0 = scramble(a0, 128);
                a1 = scramble(a1, 136);
                a2 = scramble(a2, 144);
                a3 = scramble(a3, 152);
                a4 = scramble(a4, 160);
                a5 = scramble(a5, 168);
                a6 = scramble(a6, 176);
                a7 = scramble(a7, 184);
            }
        }
        long h = length * P1;
        h += fold(a0 ^ u8(SECRET, 11), a1 ^ u8(SECRET, 19));
        h += fold(a2 ^ u8(SECRET, 27), a3 ^ u8(SECRET, 35));
        h += fold(a4 ^ u8(SECRET, 43), a5 ^ u8(SECRET, 51));
        h += fold(a6 ^ u8(SECRET, 59), a7 ^ u8(SECRET, 67));
        return avalanche(h);
    }

    private static long product(long key) {
        return (key & 0xFFFFFFFFL) * (key >>> 32);
    }

    private static long scramble(long acc, int secret) {
        return (acc ^ acc >>> 47 ^ u8(SECRET, secret)) * P32_1;
    }

    /** One number over the hashes of texts of every length up to 3000, for comparing implementations. */
    static long check() {
        byte[] bytes = new byte[3000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 131 + 7);
        }
        long sum = 0;
        for (int length = 0; length <= bytes.length; length++) {
            sum = sum * 31 + xxh3(bytes, length);
        }
        return sum;
    }
}
