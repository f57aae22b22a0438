import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** Breaks a rule a known number of times, then ends in the way its argument names. */
public final class Bugs {
    private Bugs() {
    }

    static String first(List<String> words) {
        Iterator<String> all = words.iterator();
        return all.next();
    }

    public static void main(String[] args) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList("b", "a"));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            text.append(first(words));
        }
        for (String word : words) {
            text.append(word);
        }
        Collections.sort(words);
        System.out.println(text.append(words));
        switch (args.length == 0 ? "return" : args[0]) {
            case "exit":
                System.exit(3);
                break;
            case "halt":
                Runtime.getRuntime().halt(4);
                break;
            case "throw":
                throw new IllegalStateException("as asked");
            case "oom":
                for (List<byte[]> hoard = new ArrayList<>();;) {
                    hoard.add(new byte[1 << 20]);
                }
            case "kill":
                Thread.sleep(60_000);
                break;
            default:
                break;
        }
    }
}
