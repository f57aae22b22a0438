package revmon.rt;

/**
 * Past time with calls and returns; see src/logic/caret_machine.h. A state's words: verdict, truth at the last
 * position, then the open frames, the innermost last; a frame is its flags, its last truth and its fixed values.
 */
final class CaretMachine extends WordsMachine {
    private static final int NONE = 0;
    private static final int VIOLATED = 1;
    private static final int VALIDATED = 2;
    private static final int SPENT = 3;

    /** In the order of logic::Op. */
    private static final int TRUE = 0;
    private static final int FALSE = 1;
    private static final int EVENT = 2;
    private static final int NOT = 3;
    private static final int AND = 4;
    private static final int OR = 5;
    private static final int XOR = 6;
    private static final int IMPLIES = 7;
    private static final int IFF = 8;
    private static final int PREVIOUS = 15;
    private static final int WEAK_PREVIOUS = 16;
    private static final int SINCE = 17;
    private static final int WEAK_SINCE = 18;
    private static final int HISTORICALLY = 19;
    private static final int ONCE = 20;
    private static final int ABSTRACT_PREVIOUS = 21;
    private static final int ABSTRACT_SINCE = 22;
    private static final int ABSTRACT_HISTORICALLY = 23;
    private static final int ABSTRACT_ONCE = 24;
    private static final int AT_BEGIN = 25;
    private static final int AT_CALL = 26;
    private static final int STACK_SINCE = 27;
    private static final int STACK_HISTORICALLY = 28;
    private static final int STACK_ONCE = 29;

    private static final int BEGINS = 1;
    private static final int CALLS = 2;

    private static final class Node {
        final int op;
        final int points;
        final int a;
        final int b;
        final int letter;

        Node(TableReader in) {
            op = in.u1();
            points = in.u1();
            a = in.i4();
            b = in.i4();
            letter = in.i4();
        }
    }

    private static final class Frame {
        boolean opened;
        boolean seen;
        boolean[] last;
        boolean[] fixed;

        Frame() {}
    }

    private final Node[] nodes;
    private final boolean[] keep;
    /** Letters that push before / pop after / push after / pop before their position; -1 = none. */
    private final int pushBefore;
    private final int popAfter;
    private final int pushAfter;
    private final int popBefore;
    private final int maxFrames;
    private final long violation;
    private final long validation;
    private final int bitWords;
    private final int frameWords;
    private final Words spent = new Words(SPENT, 0);

    CaretMachine(TableReader in) {
        super(in);
        violation = in.i8();
        validation = in.i8();
        maxFrames = in.i4();
        nodes = new Node[in.count()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(in);
        }
        pushBefore = in.i4();
        popAfter = in.i4();
        pushAfter = in.i4();
        popBefore = in.i4();
        bitWords = (nodes.length + 31) / 32;
        frameWords = 1 + 2 * bitWords;
        keep = new boolean[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            Node node = nodes[i];
            keep[i] |= (isPast(node.op) || isAbstract(node.op)) && !isPrevious(node.op);
            if (isPrevious(node.op) || node.op == AT_CALL || isStack(node.op)) {
                keep[node.a] = true;
            }
            if (node.op == STACK_SINCE) {
                keep[node.b] = true;
            }
        }
    }

    private static boolean isPast(int op) {
        return op >= PREVIOUS && op <= ONCE;
    }

    private static boolean isAbstract(int op) {
        return op >= ABSTRACT_PREVIOUS && op <= ABSTRACT_ONCE;
    }

    private static boolean isStack(int op) {
        return op >= STACK_SINCE;
    }

    private static boolean isCaret(int op) {
        return op >= ABSTRACT_PREVIOUS;
    }

    private static boolean isPrevious(int op) {
        return op == PREVIOUS || op == WEAK_PREVIOUS || op == ABSTRACT_PREVIOUS;
    }

    private static boolean initialMemory(int op) {
        return op == WEAK_PREVIOUS || op == WEAK_SINCE || op == HISTORICALLY || op == ABSTRACT_HISTORICALLY;
    }

    @Override
    boolean isExhausted(Object state) {
        return ((Words) state).words[0] == SPENT;
    }

    @Override
    Object initial() {
        IntList words = new IntList(NONE);
        putBits(words, new boolean[nodes.length]);
        append(words, outermost());
        return new Words(words.toArray(), 0);
    }

    @Override
    Object step(Object state, int event) {
        if (isExhausted(state)) {
            return state;
        }
        int[] old = ((Words) state).words;
        IntList words = new IntList(old);
        if (popBefore == event) {
            pop(words);
        }
        if (pushBefore == event) {
            append(words, opened(top(words)));
        }
        Frame frame = top(words);
        boolean[] before = old[0] == NONE ? null : getBits(words, 1);
        boolean[] now = new boolean[nodes.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = value(i, event, now, before, frame);
        }
        boolean holds = now[now.length - 1];
        for (int i = 0; i < now.length; i++) {
            now[i] &= keep[i];
        }
        frame.last = now;
        frame.seen = true;
        IntList next = new IntList(holds ? VALIDATED : VIOLATED);
        putBits(next, now);
        for (int i = 1 + bitWords; i < words.size() - frameWords; i++) {
            next.add(words.get(i));
        }
        append(next, frame);
        if (popAfter == event) {
            pop(next);
        }
        if (pushAfter == event) {
            append(next, opened(frame));
        }
        if ((next.size() - 1 - bitWords) / frameWords > maxFrames) {
            return spent;
        }
        return new Words(next.toArray(), holds ? validation : violation);
    }

    private boolean value(int index, int event, boolean[] now, boolean[] before, Frame frame) {
        Node node = nodes[index];
        int remembered = isPrevious(node.op) ? node.a : index;
        if (isPast(node.op)) {
            return past(node, before == null ? initialMemory(node.op) : before[remembered], now);
        }
        if (isAbstract(node.op)) {
            return past(node, frame.seen ? frame.last[remembered] : initialMemory(node.op), now);
        }
        boolean first = frame.opened && !frame.seen;
        if (node.op == AT_BEGIN && first) {
            frame.fixed[index] = now[node.a];
        }
        if (isStack(node.op) && first && (node.points & BEGINS) != 0) {
            frame.fixed[index] = fold(node, now, frame.fixed[index]);
        }
        return isCaret(node.op) ? frame.fixed[index] : present(node, event, now);
    }

    private static boolean past(Node node, boolean memory, boolean[] now) {
        switch (node.op) {
            case SINCE:
            case ABSTRACT_SINCE:
                return now[node.b] || now[node.a] && memory;
            case WEAK_SINCE:
                return now[node.b] && (now[node.a] || memory);
            case HISTORICALLY:
            case ABSTRACT_HISTORICALLY:
                return now[node.a] && memory;
            case ONCE:
            case ABSTRACT_ONCE:
                return now[node.a] || memory;
            default:
                return memory;
        }
    }

    private static boolean present(Node node, int event, boolean[] now) {
        switch (node.op) {
            case TRUE:
                return true;
            case EVENT:
                return node.letter == event;
            case NOT:
                return !now[node.a];
            case AND:
                return now[node.a] && now[node.b];
            case OR:
                return now[node.a] || now[node.b];
            case XOR:
                return now[node.a] != now[node.b];
            case IMPLIES:
                return !now[node.a] || now[node.b];
            case IFF:
                return now[node.a] == now[node.b];
            case FALSE:
            default:
                return false;
        }
    }

    /** A stack operator over one more point, at which the operands have the values `at`. */
    private static boolean fold(Node node, boolean[] at, boolean rest) {
        if (node.op == STACK_HISTORICALLY) {
            return at[node.a] && rest;
        }
        return node.op == STACK_ONCE ? at[node.a] || rest : at[node.b] || at[node.a] && rest;
    }

    private Frame outermost() {
        Frame frame = new Frame();
        frame.last = new boolean[nodes.length];
        frame.fixed = new boolean[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            frame.fixed[i] = nodes[i].op == STACK_HISTORICALLY;
        }
        return frame;
    }

    private Frame opened(Frame caller) {
        Frame frame = outermost();
        frame.opened = true;
        for (int i = 0; i < nodes.length; i++) {
            Node node = nodes[i];
            if (node.op == AT_CALL) {
                frame.fixed[i] = caller.seen && caller.last[node.a];
            } else if (isStack(node.op)) {
                boolean atCall = caller.seen && (node.points & CALLS) != 0;
                frame.fixed[i] = atCall ? fold(node, caller.last, caller.fixed[i]) : caller.fixed[i];
            }
        }
        return frame;
    }

    private void append(IntList words, Frame frame) {
        words.add((frame.opened ? 1 : 0) | (frame.seen ? 2 : 0));
        putBits(words, frame.last);
        putBits(words, frame.fixed);
    }

    private Frame top(IntList words) {
        int at = words.size() - frameWords;
        Frame frame = new Frame();
        frame.opened = (words.get(at) & 1) != 0;
        frame.seen = (words.get(at) & 2) != 0;
        frame.last = getBits(words, at + 1);
        frame.fixed = getBits(words, at + 1 + bitWords);
        return frame;
    }

    private void pop(IntList words) {
        words.shrinkTo(words.size() - frameWords);
        if (words.size() == 1 + bitWords) {
            append(words, outermost());
        }
    }

    private static void putBits(IntList words, boolean[] bits) {
        for (int i = 0; i < bits.length; i += 32) {
            int word = 0;
            for (int k = i; k < Math.min(i + 32, bits.length); k++) {
                word |= bits[k] ? 1 << k - i : 0;
            }
            words.add(word);
        }
    }

    private boolean[] getBits(IntList words, int at) {
        boolean[] bits = new boolean[nodes.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = (words.get(at + i / 32) >>> i % 32 & 1) != 0;
        }
        return bits;
    }
}
