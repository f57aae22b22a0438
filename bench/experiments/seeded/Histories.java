import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * java Histories.java FOLDER REVISIONS [NAME...]: writes small Java projects of our own, each a git repository with a
 * generated history, for experiments whose answer is known.
 *
 * A project is a chain of classes that use one another and the JDK, some of them wrongly, and tests. Each revision is
 * one edit: a body changes, lines move, a misuse comes or goes, a method or class comes, a test changes. All follows
 * from the name, so that any two runs give the same commits. Tags: `start` (no code), r1, r2, ...
 */
public final class Histories {
    /** A use of the JDK: the right way, and one that a shipped spec reports. */
    enum Use {
        TOKENS("int t = 0; for (var k = new java.util.StringTokenizer(\"a b c\"); k.hasMoreTokens(); k.nextToken()) t++; return t + n;",
                "return new java.util.StringTokenizer(\"a b c\").nextToken().length() + n;"),
        ITERATE("int t = n; for (int i : java.util.List.of(1, 2, 3)) t += i; return t;",
                "return java.util.List.of(1, 2, 3).iterator().next() + n;"),
        SEARCH("var l = new java.util.ArrayList<>(java.util.List.of(3, 1, 2)); java.util.Collections.sort(l); return java.util.Collections.binarySearch(l, 2) + n;",
                "var l = new java.util.ArrayList<>(java.util.List.of(1, 2, 3)); return java.util.Collections.binarySearch(l, 2) + n;"),
        THREAD("int[] t = {n}; var r = new Thread(() -> t[0]++); r.start(); try { r.join(); } catch (InterruptedException e) { return 0; } return t[0];",
                "int[] t = {n}; new Thread(() -> t[0]++).run(); return t[0];"),
        STREAM("var b = new java.io.ByteArrayOutputStream(); var o = new java.io.DataOutputStream(b); try { o.writeInt(n); o.flush(); } catch (java.io.IOException e) { return 0; } return b.toByteArray().length;",
                "var b = new java.io.ByteArrayOutputStream(); var o = new java.io.DataOutputStream(b); try { o.writeInt(n); } catch (java.io.IOException e) { return 0; } return b.toByteArray().length;");

        final String right;
        final String wrong;

        Use(String right, String wrong) {
            this.right = right;
            this.wrong = wrong;
        }
    }

    static final class Method {
        Use use;
        boolean wrong;
        int salt;
    }

    static final class Part {
        final List<Method> methods = new ArrayList<>();
        int uses = -1; // a part before it
        int comments;
        int tested = 1; // how often the test asks
    }

    private final String name;
    private final Path folder;
    private final Random random;
    private final List<Part> parts = new ArrayList<>();

    private Histories(Path parent, String name) {
        this.name = name;
        this.folder = parent.resolve(name);
        this.random = new Random(name.hashCode());
    }

    private Method method() {
        Method made = new Method();
        made.use = Use.values()[random.nextInt(Use.values().length)];
        made.wrong = random.nextInt(3) == 0;
        made.salt = random.nextInt(1000);
        return made;
    }

    private void addPart() {
        Part part = new Part();
        for (int i = 0; i < 3; i++) part.methods.add(method());
        if (!parts.isEmpty()) part.uses = random.nextInt(parts.size());
        parts.add(part);
    }

    private String edit() {
        int at = random.nextInt(parts.size());
        Part part = parts.get(at);
        Method any = part.methods.get(random.nextInt(part.methods.size()));
        switch (random.nextInt(8)) {
            case 0: part.comments++; return "Part" + at + ": lines move";
            case 1:
            case 2: any.wrong = !any.wrong; return "Part" + at + (any.wrong ? ": a misuse" : ": a misuse less");
            case 3: part.methods.add(method()); return "Part" + at + ": a method more";
            case 4: addPart(); return "Part" + (parts.size() - 1) + " is new";
            case 5: part.tested++; return "Part" + at + ": another test";
            case 6: part.comments++; any.salt++; return "Part" + at + ": lines move and a body changes";
            default: any.salt++; return "Part" + at + ": a body changes";
        }
    }

    private String source(int at) {
        Part part = parts.get(at);
        StringBuilder out = new StringBuilder("package " + name + ";\n");
        for (int i = 0; i < part.comments; i++) out.append("// line ").append(i).append('\n');
        out.append("public final class Part").append(at).append(" {\n");
        for (int i = 0; i < part.methods.size(); i++) {
            Method method = part.methods.get(i);
            out.append("    static int m").append(i).append("(int n) {\n        n += ").append(method.salt)
                    .append(";\n        ").append(method.wrong ? method.use.wrong : method.use.right).append("\n    }\n");
        }
        out.append("    public static int all(int n) {\n");
        for (int i = 0; i < part.methods.size(); i++) out.append("        n = m").append(i).append("(n);\n");
        if (part.uses >= 0) out.append("        n = Part").append(part.uses).append(".all(n);\n");
        return out.append("        return n;\n    }\n}\n").toString();
    }

    private String test(int at) {
        StringBuilder out = new StringBuilder("package " + name + ";\nimport org.junit.jupiter.api.Test;\nclass Part" + at + "Test {\n");
        for (int i = 0; i < parts.get(at).tested; i++) {
            out.append("    @Test void answers").append(i).append("() { Part").append(at).append(".all(").append(i).append("); }\n");
        }
        return out.append("}\n").toString();
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=Seeded", "-c", "user.email=seeded@example.org"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).inheritIO();
        builder.environment().put("GIT_AUTHOR_DATE", "2024-01-01T00:00:00Z");
        builder.environment().put("GIT_COMMITTER_DATE", "2024-01-01T00:00:00Z");
        if (builder.start().waitFor() != 0) throw new IOException(String.join(" ", command) + " failed in " + folder);
    }

    private void commit(String message, String tag) throws IOException, InterruptedException {
        git("add", "-A");
        git("commit", "-q", "-m", message);
        git("tag", tag);
    }

    private void generate(int revisions) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        git("init", "-q", "-b", "main");
        write(".gitignore", "target/\n.revmon/\n");
        // JUNIT is the console launcher; -g, as every build tool does.
        write("build.sh", "set -e\nrm -rf target\nmkdir target\nln -s \"$JUNIT\" target/junit.jar\n"
                + "javac -g -d target/classes src/*.java\njavac -g -cp target/classes:target/junit.jar -d target/tests test/*.java\n");
        write("test.sh", "exec java -jar target/junit.jar -cp target/classes:target/tests --scan-classpath target/tests "
                + "--details none --disable-banner --reports-dir target/reports\n");
        commit("Nothing yet", "start");
        for (int i = 0; i < 5; i++) addPart();
        for (int revision = 1; revision <= revisions; revision++) {
            String what = revision == 1 ? "The first version" : edit();
            for (int i = 0; i < parts.size(); i++) {
                write("src/Part" + i + ".java", source(i));
                write("test/Part" + i + "Test.java", test(i));
            }
            commit(what, "r" + revision);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 2) {
            System.err.println("usage: java Histories.java FOLDER REVISIONS [NAME...]");
            System.exit(2);
        }
        List<String> names = args.length > 2 ? List.of(args).subList(2, args.length)
                : List.of("bank", "cinema", "harbour", "library", "orchard");
        for (String name : names) {
            new Histories(Path.of(args[0]), name).generate(Integer.parseInt(args[1]));
        }
        try (Stream<Path> made = Files.list(Path.of(args[0]))) {
            made.sorted().forEach(path -> System.out.println(path));
        }
    }
}
