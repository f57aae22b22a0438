import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;

/** Breaks Iterator_HasNext at the same line before and after its class was redefined and all were retransformed. */
public class Redefined {
    /** Has a new superclass once slots are on, and no static initialiser of its own. */
    static class Own implements Iterator<String> {
        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public String next() {
            return "own";
        }
    }

    static String unchecked() {
        return new ArrayList<>(Arrays.asList("a")).iterator().next() + new Own().next();
    }

    public static void main(String[] args) throws Exception {
        String before = unchecked();
        RetransformAgent.redefine(Redefined.class);
        RetransformAgent.redefine(Own.class);
        RetransformAgent.retransformAll();
        System.out.println(before + unchecked());
    }
}
