import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.MessageHandler;
import org.aspectj.tools.ajc.Main;

/**
 * Weaves OUT/Events.aj into the classes with AspectJ and compares where each event was woven with OUT/ours.txt.
 *
 * <p>Usage: java -cp aspectjtools:aspectjrt Compare.java OUT CLASSES ASPECTJRT INTENDED. A difference is a line
 * "ours|aspectj class line event"; INTENDED holds regular expressions of those that are meant to be, each with its
 * reason behind " # ". Exit 1 if there are others, or if an intended one no longer occurs.
 */
public class Compare {
    static final Pattern WOVEN = Pattern.compile(
            "Join point '([a-z-]+)\\((.*)\\)' in Type '([^']+)' \\([^():]*(?::(\\d+))?(?:\\([^)]*\\))?\\) advised by .*\\(Events\\.aj:(\\d+)\\).*",
            Pattern.DOTALL);

    public static void main(String[] args) throws Exception {
        Path out = Paths.get(args[0]);
        Map<String, String> events = new HashMap<>();
        for (String line : Files.readAllLines(out.resolve("events.txt"))) {
            String[] parts = line.split(" ", 2);
            events.put(parts[0], parts[1]);
        }
        TreeSet<String> theirs = weave(out, args[1], args[2], events);
        if (theirs == null) {
            System.exit(1);
        }
        Files.write(out.resolve("aspectj.txt"), theirs);
        TreeSet<String> ours = new TreeSet<>(Files.readAllLines(out.resolve("ours.txt")));
        List<String> differences = new ArrayList<>();
        for (String line : ours) {
            if (!theirs.contains(line)) {
                differences.add("ours " + line);
            }
        }
        for (String line : theirs) {
            if (!ours.contains(line)) {
                differences.add("aspectj " + line);
            }
        }
        System.out.println(ours.size() + " matches of ours, " + theirs.size() + " of AspectJ");
        System.exit(judge(differences, Paths.get(args[3])) ? 0 : 1);
    }

    static TreeSet<String> weave(Path out, String classes, String runtime, Map<String, String> events) {
        MessageHandler messages = new MessageHandler(true);
        String[] command = {"-showWeaveInfo", "-Xlint:ignore", "-nowarn", "-proc:none", "-source", "17", "-target", "17",
            "-inpath", classes, "-classpath", runtime, "-d", out.resolve("woven").toString(),
            out.resolve("Events.aj").toString()};
        new Main().run(command, messages);
        boolean failed = false;
        TreeSet<String> found = new TreeSet<>();
        for (IMessage message : messages.getMessages(null, true)) {
            if (message.getKind().compareTo(IMessage.ERROR) >= 0) {
                failed = true;
                System.out.println(message);
            } else if (message.getKind() == IMessage.WEAVEINFO) {
                Matcher woven = WOVEN.matcher(message.getMessage());
                if (!woven.matches()) {
                    System.out.println("not understood: " + message.getMessage());
                    failed = true;
                } else {
                    String place = place(woven.group(1), woven.group(2), woven.group(4));
                    found.add(woven.group(3) + " " + place + " " + events.get(woven.group(5)));
                }
            }
        }
        return failed ? null : found;
    }

    /** The line; of a body the member: "void a.B.<init>(int, long)" gives "<init>(int,long)". */
    static String place(String kind, String member, String line) {
        if (kind.equals("staticinitialization")) {
            return "<clinit>";
        }
        if (!kind.endsWith("execution") && !kind.endsWith("initialization")) {
            return line == null ? "0" : line;
        }
        String name = member.substring(0, member.indexOf('('));
        String parameters = member.substring(member.indexOf('(')).replace(" ", "");
        return name.substring(name.lastIndexOf('.') + 1) + parameters;
    }

    static boolean judge(List<String> differences, Path intended) throws Exception {
        Map<Pattern, Integer> patterns = new HashMap<>();
        for (String line : Files.readAllLines(intended)) {
            int reason = line.indexOf(" # ");
            if (!line.startsWith("#") && reason > 0) {
                patterns.put(Pattern.compile(line.substring(0, reason).trim()), 0);
            }
        }
        int open = 0;
        for (String difference : differences) {
            boolean meant = false;
            for (Map.Entry<Pattern, Integer> entry : patterns.entrySet()) {
                if (entry.getKey().matcher(difference).matches()) {
                    entry.setValue(entry.getValue() + 1);
                    meant = true;
                }
            }
            if (!meant && open++ < 200) {
                System.out.println(difference);
            }
        }
        boolean stale = false;
        for (Map.Entry<Pattern, Integer> entry : patterns.entrySet()) {
            if (entry.getValue() == 0) {
                System.out.println("no longer a difference: " + entry.getKey());
                stale = true;
            }
        }
        System.out.println(differences.size() + " differences, " + open + " of them not intended");
        return open == 0 && !stale;
    }
}
