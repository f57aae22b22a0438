package revmon.bench;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/**
 * pack FILE              writes every class of the running JDK to FILE: u4 length, bytes, and so on
 * run FILE WARM ROUNDS   hashes them all WARM + ROUNDS times in one thread; prints counts and the best CPU time of ROUNDS
 */
public final class HashBench {
    // CPU time of the one thread that works, as on the C++ side: other load on the machine counts for neither,
    // and garbage collection and compilation, which run in other threads, do not count against Java.
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private HashBench() {}

    public static void main(String[] args) throws IOException {
        if (args[0].equals("pack")) {
            pack(Path.of(args[1]));
            return;
        }
        System.out.printf("asm hash_check=%016x%n", Digest.check());
        List<byte[]> classes = unpack(Path.of(args[1]));
        int warm = Integer.parseInt(args[2]);
        int rounds = Integer.parseInt(args[3]);
        // As the issue asks, and once more without frames, which the C++ side leaves out as derived.
        run("asm_skip_debug", classes, ClassReader.SKIP_DEBUG, warm, rounds);
        run("asm_skip_debug_frames", classes, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES, warm, rounds);
    }

    private static void run(String name, List<byte[]> classes, int flags, int warm, int rounds) {
        long best = Long.MAX_VALUE;
        long expected = 0;
        for (int round = 0; round < warm + rounds; round++) {
            ClassHasher hasher = new ClassHasher();
            long combined = 0;
            long start = THREADS.getCurrentThreadCpuTime();
            for (byte[] bytes : classes) {
                new ClassReader(bytes).accept(hasher, flags);
                combined = combined * 31 + hasher.finish();
            }
            long time = THREADS.getCurrentThreadCpuTime() - start;
            if (round == 0) {
                expected = combined;
                System.out.printf("%s classes=%d methods=%d fields=%d instructions=%d digest=%016x%n", name,
                        classes.size(), hasher.methods, hasher.fields, hasher.instructions, combined);
            } else if (combined != expected) {
                throw new AssertionError("digest is not reproducible");
            }
            if (round >= warm) {
                best = Math.min(best, time);
            }
        }
        System.out.printf("%s best_ms=%.1f%n", name, best / 1e6);
    }

    private static List<byte[]> unpack(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        List<byte[]> classes = new ArrayList<>();
        while (in.hasRemaining()) {
            byte[] bytes = new byte[in.getInt()];
            in.get(bytes);
            classes.add(bytes);
        }
        return classes;
    }

    private static void pack(Path file) throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try (Stream<Path> paths = Files.walk(modules);
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            List<Path> sorted = paths.filter(p -> p.toString().endsWith(".class")).sorted().toList();
            for (Path path : sorted) {
                byte[] bytes = Files.readAllBytes(path);
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        }
    }
}
