package revmon.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What one module's tests get: asked of the revmon command right before they run, when the classes are there. Whatever goes
 * wrong, everything is monitored, and the reason is known.
 */
final class Choice {
    private static final int LIMIT_SECONDS = 120;
    private static final List<String> NONE = Collections.emptyList();
    private static final String LEFT_OUT = "without\t";

    /** The JVM argument that loads the agent; null: no agent. */
    final String agent;
    /** The tests need not run. */
    final boolean skip;
    /** What was asked for a selection has answered, and it is used. */
    final boolean selected;
    /** Names of test classes that need not run. */
    final List<String> leftOut;
    /** Why there is no selection although one was asked for; null otherwise. */
    final String note;

    private Choice(String agent, boolean skip, boolean selected, List<String> leftOut, String note) {
        this.agent = agent == null || agent.isEmpty() ? null : agent;
        this.leftOut = leftOut;
        this.skip = skip;
        this.selected = selected;
        this.note = note;
    }

    /** `record` is the file that says what the module tests. */
    static Choice of(Settings settings, Path record) {
        Path ask = new File(settings.folder, "ask").toPath();
        if (!Files.exists(ask)) {
            return new Choice(settings.agent, false, false, NONE, null);
        }
        try {
            List<String> words = new ArrayList<>(Files.readAllLines(ask, StandardCharsets.UTF_8));
            words.add(record.toString());
            return parse(run(words, record));
        } catch (IOException | RuntimeException e) {
            return new Choice(settings.agent, false, false, NONE, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Choice(settings.agent, false, false, NONE, "interrupted");
        }
    }

    private static String run(List<String> words, Path record) throws IOException, InterruptedException {
        File answer = new File(record + ".answer");
        File errors = new File(record + ".errors");
        Process process = new ProcessBuilder(words).redirectOutput(answer).redirectError(errors).start();
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("the analysis took longer than " + LIMIT_SECONDS + " seconds");
        }
        if (process.exitValue() != 0) {
            String said = new String(Files.readAllBytes(errors.toPath()), StandardCharsets.UTF_8).trim();
            throw new IOException(said.isEmpty() ? "the analysis ended with exit code " + process.exitValue() : said);
        }
        return new String(Files.readAllBytes(answer.toPath()), StandardCharsets.UTF_8);
    }

    private static Choice parse(String answer) throws IOException {
        String[] lines = answer.split("\n");
        List<String> leftOut = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(LEFT_OUT)) {
                leftOut.add(line.substring(LEFT_OUT.length()));
            }
        }
        if (lines[0].startsWith("agent\t")) {
            return new Choice(lines[0].substring("agent\t".length()), false, true, leftOut, null);
        }
        if (lines[0].equals("none") || lines[0].equals("skip")) {
            return new Choice(null, lines[0].equals("skip"), true, leftOut, null);
        }
        throw new IOException("the analysis gave no answer");
    }
}
