package logs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {
    @Test
    void linesAreKeptInOrder() throws IOException {
        byte[] packed = Archive.pack(Arrays.asList("started", "stopped"));
        assertArrayEquals("started\nstopped\n".getBytes(StandardCharsets.UTF_8), packed);
    }

    @Nested
    class Size {
        @ParameterizedTest
        @ValueSource(strings = {"connection from north", "connection from south"})
        void countsTheLineFeed(String line) throws IOException {
            assertEquals(line.length() + 1, Archive.size(Collections.singletonList(line)));
        }
    }
}
