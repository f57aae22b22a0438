package revmon.rt;

import java.util.ArrayList;
import java.util.List;

/** Puts the events of one-object specs that happen to the same value together, in an order that no spec can notice. */
final class OpBuilder {
    /** Events that happen to one value: always, or as the answer to one question says. */
    private static final class Part {
        final int value;
        Question question;
        final List<Hit> yes = new ArrayList<Hit>();
        final List<Hit> no = new ArrayList<Hit>();

        Part(int value) {
            this.value = value;
        }

        boolean has(Engine engine) {
            return has(yes, engine) || has(no, engine);
        }

        private static boolean has(List<Hit> hits, Engine engine) {
            for (Hit hit : hits) {
                if (hit.engine == engine) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Events of pair specs that happen to one value, as child or as parent. */
    private static final class PairPart {
        final int value;
        final boolean ofChild;
        final Question question;
        final boolean wanted;
        final SpecTable.Event[] events;
        final PairSpec[] specs;
        final int[] kinds;

        PairPart(int value, boolean ofChild, Question question, boolean wanted, int count) {
            this.value = value;
            this.ofChild = ofChild;
            this.question = question;
            this.wanted = wanted;
            events = new SpecTable.Event[count];
            specs = new PairSpec[count];
            kinds = new int[count];
            java.util.Arrays.fill(kinds, -1);
        }
    }

    private final Monitoring monitoring;
    private final SiteEntry site;
    private final List<Op> others = new ArrayList<Op>();
    /** By value: those that matter only where it is known. */
    private final List<List<SlowOp>> known = new ArrayList<List<SlowOp>>();
    private final List<SlowOp> idle = new ArrayList<SlowOp>();
    private final List<PairPart> pairs = new ArrayList<PairPart>();
    private final List<Part> parts = new ArrayList<Part>();

    OpBuilder(Monitoring monitoring, SiteEntry site) {
        this.monitoring = monitoring;
        this.site = site;
        for (int value = 0; value < 3; value++) {
            known.add(new ArrayList<SlowOp>());
        }
    }

    /** All hits of one spec at the place. False: they have to go through the spec's engine. */
    boolean add(List<Hit> ofSpec) {
        Engine engine = ofSpec.get(0).engine;
        if (engine.fast() == null && engine.pair() == null) {
            return false;
        }
        for (Hit hit : ofSpec) {
            if (!isSimple(hit)) {
                return false;
            }
        }
        for (Hit hit : ofSpec) {
            // An unbound parameter is null: no event.
            if (!isBound(hit)) {
                continue;
            }
            if (engine.fast() != null) {
                add(hit, valueOf(hit, 0));
            } else {
                addPair(hit, engine.pair(), ofSpec.size() == 1);
            }
        }
        return true;
    }

    /** Nothing is left to test but values that are passed. */
    static boolean isSimple(Hit hit) {
        if (!hit.residues[0].isPlain() || hit.event.guards.length > 0 || hit.event.threads.length > 0) {
            return false;
        }
        for (int position : hit.residues[0].variables) {
            if (position == Residue.THREAD) {
                return false;
            }
        }
        for (ValueTest test : hit.event.tests) {
            if (!test.isOver(hit.residues[0].variables)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBound(Hit hit) {
        for (int p = 0; p < 2; p++) {
            if ((hit.event.binds >>> p & 1) != 0 && valueOf(hit, p) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Which of the values the parameter is bound to; negative: none. */
    static int valueOf(Hit hit, int parameter) {
        int value = Residue.NONE;
        for (int i = 0; i < hit.event.parameters.length; i++) {
            if (hit.event.parameters[i] == parameter) {
                value = hit.residues[0].variables[i];
            }
        }
        return value;
    }

    private static ValueTest[] testsOf(Hit hit) {
        ValueTest[] tests = new ValueTest[hit.event.tests.length];
        for (int i = 0; i < tests.length; i++) {
            tests[i] = hit.event.tests[i].over(hit.residues[0].variables);
        }
        return tests;
    }

    private void addPair(Hit hit, PairSpec spec, boolean isAlone) {
        ValueTest[] tests = testsOf(hit);
        Question question = tests.length == 0 ? null : Question.of(tests);
        boolean wanted = !Question.isNegated(tests);
        if (!spec.isOfChild(hit.event) && !spec.isOfParent(hit.event)) {
            Op op = new BothOp(spec, hit.event, valueOf(hit, spec.parent), valueOf(hit, spec.child), site);
            flushPairs(isAlone);
            others.add(question == null ? op : new AskOp(question, wanted, op));
            return;
        }
        boolean ofChild = spec.isOfChild(hit.event);
        int value = valueOf(hit, ofChild ? spec.child : spec.parent);
        PairPart part = isAlone ? find(value, ofChild, question, wanted) : null;
        if (part == null) {
            part = new PairPart(value, ofChild, question, wanted, monitoring.pairCount());
            pairs.add(part);
        }
        part.events[spec.index] = hit.event;
        part.specs[spec.index] = spec;
        part.kinds[spec.index] = spec.kind(hit.event);
        flushPairs(isAlone);
    }

    private PairPart find(int value, boolean ofChild, Question question, boolean wanted) {
        for (PairPart part : pairs) {
            boolean same = question == null ? part.question == null
                    : part.question != null && part.question.isSame(question) && part.wanted == wanted;
            if (part.value == value && part.ofChild == ofChild && same) {
                return part;
            }
        }
        return null;
    }

    /** Several events of one spec keep their order: each becomes an operation of its own, at once. */
    private void flushPairs(boolean isAlone) {
        if (isAlone) {
            return;
        }
        for (PairPart part : pairs) {
            Op op = part.ofChild ? new TieOp(part.value, part.events, part.specs, monitoring.objects(), site)
                    : new CellOp(part.value, part.kinds, monitoring.objects());
            others.add(part.question == null ? op : new AskOp(part.question, part.wanted, op));
        }
        pairs.clear();
    }

    private void add(Hit hit, int value) {
        ValueTest[] tests = testsOf(hit);
        Question question = tests.length == 0 ? null : Question.of(tests);
        Part part = partFor(hit.engine, value, question);
        if (question == null || !Question.isNegated(tests)) {
            part.yes.add(hit);
        }
        if (question == null || Question.isNegated(tests)) {
            part.no.add(hit);
        }
    }

    private Part partFor(Engine engine, int value, Question question) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            Part part = parts.get(i);
            boolean agrees = question == null || part.question == null || part.question.isSame(question);
            if (part.value == value && agrees) {
                part.question = part.question == null ? question : part.question;
                return part;
            }
            if (part.has(engine)) {
                break;
            }
        }
        Part fresh = new Part(value);
        fresh.question = question;
        parts.add(fresh);
        return fresh;
    }

    /** Events that go through their spec's engine. */
    void add(SlowOp op) {
        int key = op.commonKey();
        if (key >= 0) {
            known.get(key).add(op);
        } else if (op.canSleep()) {
            idle.add(op);
        } else {
            others.add(asked(op));
        }
    }

    /** A test of values that says no is the end of it, before anything is made. */
    private static Op asked(SlowOp op) {
        Hit hit = op.onlyHit();
        if (hit == null || hit.event.tests.length == 0 || hit.engine.spec().javamop || !isSimple(hit)) {
            return op;
        }
        ValueTest[] tests = testsOf(hit);
        return new AskOp(Question.of(tests), !Question.isNegated(tests), op);
    }

    Op[] build() {
        flushPairs(false);
        List<Op> ops = new ArrayList<Op>();
        appendSteps(ops);
        for (int value = 0; value < known.size(); value++) {
            if (!known.get(value).isEmpty()) {
                ops.add(new KnownOp(value, known.get(value), monitoring.specs().length, monitoring.objects()));
            }
        }
        ops.addAll(others);
        if (!idle.isEmpty()) {
            ops.add(new IdleOp(idle));
        }
        return ops.toArray(new Op[0]);
    }

    private void appendSteps(List<Op> ops) {
        for (Part part : parts) {
            if (part.question == null) {
                ops.add(new StepOp(part.value, letter(part.yes), monitoring.stepper(), site));
            } else {
                ops.add(new ChoiceOp(part.value, part.question, letter(part.yes), letter(part.no), monitoring.stepper(), site));
            }
        }
    }

    /** Hits come spec by spec, ascending. */
    private Letter letter(List<Hit> hits) {
        if (hits.isEmpty()) {
            return null;
        }
        List<FastSpec> specs = new ArrayList<FastSpec>();
        List<List<SpecTable.Event>> events = new ArrayList<List<SpecTable.Event>>();
        for (Hit hit : hits) {
            FastSpec spec = hit.engine.fast();
            if (specs.isEmpty() || specs.get(specs.size() - 1) != spec) {
                specs.add(spec);
                events.add(new ArrayList<SpecTable.Event>());
            }
            events.get(events.size() - 1).add(hit.event);
        }
        SpecTable.Event[][] sequences = new SpecTable.Event[specs.size()][];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = events.get(i).toArray(new SpecTable.Event[0]);
        }
        return monitoring.product().letter(specs.toArray(new FastSpec[0]), sequences);
    }
}
