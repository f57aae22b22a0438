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

    private final Monitoring monitoring;
    private final SiteEntry site;
    private final List<Part> parts = new ArrayList<Part>();

    OpBuilder(Monitoring monitoring, SiteEntry site) {
        this.monitoring = monitoring;
        this.site = site;
    }

    /** All hits of one spec at the place. False: they have to go through the spec's engine. */
    boolean add(List<Hit> ofSpec) {
        for (Hit hit : ofSpec) {
            if (hit.engine.fast() == null || !isSimple(hit)) {
                return false;
            }
        }
        for (Hit hit : ofSpec) {
            int value = valueOf(hit);
            // An unbound parameter is null: no event.
            if (value >= 0) {
                add(hit, value);
            }
        }
        return true;
    }

    private static boolean isSimple(Hit hit) {
        if (!hit.residues[0].isPlain() || hit.event.guards.length > 0 || hit.event.threads.length > 0
                || valueOf(hit) == Residue.THREAD) {
            return false;
        }
        for (ValueTest test : hit.event.tests) {
            if (!test.isOver(hit.residues[0].variables)) {
                return false;
            }
        }
        return true;
    }

    private static int valueOf(Hit hit) {
        int value = Residue.NONE;
        for (int i = 0; i < hit.event.parameters.length; i++) {
            if (hit.event.parameters[i] == 0) {
                value = hit.residues[0].variables[i];
            }
        }
        return value;
    }

    private void add(Hit hit, int value) {
        ValueTest[] tests = new ValueTest[hit.event.tests.length];
        for (int i = 0; i < tests.length; i++) {
            tests[i] = hit.event.tests[i].over(hit.residues[0].variables);
        }
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

    void appendTo(List<Op> ops) {
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
