package revmon.maven;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;

/**
 * Lines of "key TAB value" for the revmon command (src/project/facts.h). A record is complete or not there: it is written
 * beside its final name and moved. Modules that are built at the same time write records of their own.
 */
final class Records {
    private final StringBuilder text = new StringBuilder();

    void add(String key, Object value) {
        if (value == null) {
            return;
        }
        text.append(key).append('\t').append(escape(value.toString())).append('\n');
    }

    void addAll(String key, Collection<?> values) {
        for (Object value : values) {
            add(key, value);
        }
    }

    /** The record as far as it is known, under its unfinished name. */
    Path begin(String folder) throws IOException {
        Path unfinished = Files.createTempFile(new File(folder).toPath(), "module-", ".tmp");
        Files.write(unfinished, text.toString().getBytes(StandardCharsets.UTF_8));
        return unfinished;
    }

    void finish(Path unfinished) throws IOException {
        Files.write(unfinished, text.toString().getBytes(StandardCharsets.UTF_8));
        String name = unfinished.getFileName().toString();
        Path finished = unfinished.resolveSibling(name.substring(0, name.length() - ".tmp".length()) + ".facts");
        Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
    }

    /** One line of the progress that the revmon command follows; losing one harms nothing. */
    static synchronized void progress(String folder, String what, String name) {
        Path file = new File(folder, "progress").toPath();
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE,
                StandardOpenOption.APPEND)) {
            out.write(what + "\t" + escape(name) + "\n");
        } catch (IOException e) {
            // Only the progress display is poorer.
        }
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
    }
}
