package revmon.rt;

import java.util.ArrayList;
import java.util.List;

/** String rewriting; see src/logic/rewriter.h. Word 0 of a state is a tag, the string follows. */
final class Rewriter extends WordsMachine {
    private static final int RUNNING = 0;
    private static final int SUCCEEDED = 1;
    private static final int FAILED = 2;
    private static final int SPENT = 3;
    private static final long WORK_PER_REWRITE = 1000;

    private static final class Rule {
        final boolean atBegin;
        final boolean atEnd;
        final int result;
        final int[] left;
        final int[] right;

        Rule(TableReader in) {
            atBegin = in.flag();
            atEnd = in.flag();
            result = in.u1();
            left = in.ints();
            right = in.ints();
        }
    }

    /** By first letter, in order. */
    private final Rule[][] rules;
    private final int longest;
    private final int maxLength;
    private final int maxRewrites;
    private final long nonfail;
    private final Words succeeded;
    private final Words failed;
    private final Words spent = new Words(SPENT, 0);

    Rewriter(int symbols, TableReader in) {
        super(in);
        long succeed = in.i8();
        long fail = in.i8();
        nonfail = in.i8();
        succeeded = new Words(SUCCEEDED, succeed | nonfail);
        failed = new Words(FAILED, fail);
        maxLength = in.i4();
        maxRewrites = in.i4();
        Rule[] all = new Rule[in.count()];
        int letters = symbols;
        int most = 0;
        for (int i = 0; i < all.length; i++) {
            all[i] = new Rule(in);
            most = Math.max(most, all[i].left.length);
            for (int letter : all[i].left) {
                letters = Math.max(letters, letter + 1);
            }
            for (int letter : all[i].right) {
                letters = Math.max(letters, letter + 1);
            }
        }
        longest = most;
        rules = new Rule[letters][];
        for (int letter = 0; letter < letters; letter++) {
            List<Rule> mine = new ArrayList<Rule>();
            for (Rule rule : all) {
                if (rule.left[0] == letter) {
                    mine.add(rule);
                }
            }
            rules[letter] = mine.toArray(new Rule[0]);
        }
    }

    @Override
    Object initial() {
        return new Words(RUNNING, nonfail);
    }

    @Override
    boolean isExhausted(Object state) {
        return ((Words) state).words[0] == SPENT;
    }

    @Override
    Object step(Object state, int symbol) {
        int[] before = ((Words) state).words;
        if (before[0] != RUNNING) {
            return state;
        }
        IntList text = new IntList(before);
        text.add(symbol);
        // What was in normal form has no redex that does not touch the new end; after an application, none
        // that begins more than a left side before it.
        int place = text.size() > longest ? text.size() - longest : 1;
        long work = 0;
        for (int rewrites = 0; place < text.size();) {
            Rule fit = null;
            for (Rule rule : rules[text.get(place)]) {
                work++;
                if (mayFit(rule, text.size() - place, place == 1)) {
                    work += rule.left.length;
                    if (fits(rule, text, place)) {
                        fit = rule;
                        break;
                    }
                }
            }
            if (work > WORK_PER_REWRITE * (maxRewrites & 0xffffffffL)) {
                return spent;
            }
            if (fit == null) {
                place++;
                continue;
            }
            if (fit.result != 0) {
                return fit.result == 1 ? succeeded : failed;
            }
            text.replace(place, fit.left.length, fit.right);
            if (++rewrites > maxRewrites || text.size() > maxLength + 1) {
                return spent;
            }
            place = place > longest ? place - longest : 1;
        }
        return text.size() > maxLength + 1 ? spent : new Words(text.toArray(), nonfail);
    }

    private static boolean mayFit(Rule rule, int rest, boolean begin) {
        return (begin || !rule.atBegin) && rule.left.length <= rest && (!rule.atEnd || rule.left.length == rest);
    }

    private static boolean fits(Rule rule, IntList text, int place) {
        for (int i = 0; i < rule.left.length; i++) {
            if (text.get(place + i) != rule.left[i]) {
                return false;
            }
        }
        return true;
    }
}
