package logs.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import logs.Archive;

/** What the operator reads in the morning. */
public final class Report {
    private final List<String> lines;

    public Report(String... lines) {
        this.lines = new ArrayList<>(Arrays.asList(lines));
        Collections.sort(this.lines);
    }

    public void add(String line) {
        lines.add(line);
    }

    public String summary() throws IOException {
        return lines.size() + " lines, " + Archive.pack(lines).length + " bytes";
    }

    /** The bug: what was added since is not sorted in. The tests happen to add lines in order. */
    public boolean mentions(String line) {
        return Collections.binarySearch(lines, line) >= 0;
    }
}
