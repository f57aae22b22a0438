package revmon.rt;

import java.util.ArrayList;
import java.util.List;
import java.util.RevMon;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * What happens at one moment of a woven site. For each combination of classes that its values have had there is a
 * {@link Case}, in which all type tests are decided; the first one seen is constant to the JIT.
 */
final class Place extends RevMon.Spot {
    private static final int MOST_VALUES = 3;
    private static final int MOST_CASES = 64;
    private static final Case[] NO_CASES = new Case[0];

    final SiteEntry site;
    private final int moment;
    private final Monitoring monitoring;
    private final Hit[] hits;
    /** Values that some type test asks about. */
    private final int tested;
    /** Everything goes the general way: too many values, or control flow is counted here. */
    private final boolean isGeneral;
    @Stable private Case first;
    private volatile Case[] others = NO_CASES;

    /** @param hits spec by spec */
    Place(SiteEntry site, int moment, List<Hit> hits, int values, Monitoring monitoring) {
        this.site = site;
        this.moment = moment;
        this.monitoring = monitoring;
        this.hits = hits.toArray(new Hit[0]);
        isGeneral = values > MOST_VALUES || site.flows.length > 0;
        int mask = 0;
        for (Hit hit : hits) {
            for (Residue residue : hit.residues) {
                for (Residue.TypeTest test : residue.types) {
                    mask |= test.position >= 0 && test.position < MOST_VALUES ? 1 << test.position : 0;
                }
            }
        }
        tested = isGeneral ? 0 : mask;
    }

    @Override
    @ForceInline
    public void fire() {
        go(null, null, null);
    }

    @Override
    @ForceInline
    public void fire(Object a) {
        go(a, null, null);
    }

    @Override
    @ForceInline
    public void fire(Object a, Object b) {
        go(a, b, null);
    }

    @Override
    @ForceInline
    public void fire(boolean result, Object a) {
        go(result ? Boolean.TRUE : Boolean.FALSE, a, null);
    }

    @Override
    @ForceInline
    public void fire(Object a, Object b, Object c) {
        go(a, b, c);
    }

    @ForceInline
    private void go(Object a, Object b, Object c) {
        Case chosen = first;
        if (chosen == null || !chosen.fits(a, b, c)) {
            chosen = other(a, b, c);
        }
        chosen.run(a, b, c);
    }

    @DontInline
    private Case other(Object a, Object b, Object c) {
        for (Case each : others) {
            if (each.fits(a, b, c)) {
                return each;
            }
        }
        Case made;
        try {
            made = new Case(tested, a, b, c, opsFor(new Object[] {a, b, c}));
        } catch (Throwable thrown) {
            contain(thrown);
            made = new Case(tested, a, b, c, new Op[0]);
        }
        remember(made);
        return made;
    }

    private synchronized void remember(Case made) {
        if (first == null) {
            first = made;
            return;
        }
        // The oldest makes room.
        int kept = Math.min(others.length, MOST_CASES - 1);
        Case[] longer = new Case[kept + 1];
        System.arraycopy(others, others.length - kept, longer, 0, kept);
        longer[kept] = made;
        others = longer;
    }

    private Op[] opsFor(Object[] values) {
        if (isGeneral) {
            return new Op[] {new GeneralOp(this)};
        }
        OpBuilder builder = new OpBuilder(monitoring, site);
        for (int i = 0; i < hits.length;) {
            List<Hit> ofSpec = new ArrayList<Hit>();
            Engine engine = hits[i].engine;
            for (; i < hits.length && hits[i].engine == engine; i++) {
                Hit decided = decide(hits[i], values);
                if (decided != null) {
                    ofSpec.add(decided);
                }
            }
            if (!ofSpec.isEmpty() && !builder.add(ofSpec)) {
                builder.add(new SlowOp(this, ofSpec.toArray(new Hit[0])));
            }
        }
        return builder.build();
    }

    /** The hit for values of these classes; null: it never happens with them. */
    private static Hit decide(Hit hit, Object[] values) {
        List<Residue> left = new ArrayList<Residue>();
        for (Residue residue : hit.residues) {
            Residue rest = residue.decide(values);
            if (rest == null) {
                continue;
            }
            left.add(rest);
            if (rest.isPlain()) {
                break;
            }
        }
        return left.isEmpty() ? null : hit.with(left.toArray(new Residue[0]));
    }

    @Override
    public void fire(Object[] values) {
        if (!isGeneral && values.length <= MOST_VALUES) {
            go(values.length > 0 ? values[0] : null, values.length > 1 ? values[1] : null, values.length > 2 ? values[2] : null);
            return;
        }
        fireGenerally(values);
    }

    void fireGenerally(Object[] values) {
        Current current = monitoring.enter();
        if (current == null) {
            return;
        }
        try {
            run(values, current);
        } catch (Throwable thrown) {
            contain(thrown);
        } finally {
            current.exit();
        }
    }

    /** Some events of one spec. */
    @DontInline
    void fire(Engine engine, Hit[] some, Object a, Object b, Object c) {
        Current current = monitoring.enter();
        if (current == null) {
            return;
        }
        try {
            run(engine, some, new Object[] {a, b, c}, current);
        } catch (Throwable thrown) {
            contain(thrown);
        } finally {
            current.exit();
        }
    }

    /** Null: our own code runs on this thread, what it does is no event. */
    Current enter() {
        return monitoring.enter();
    }

    ObjectTable objects() {
        return monitoring.objects();
    }

    void contain(Throwable thrown) {
        monitoring.contain("site " + site.id, thrown);
    }

    /** By the entry that woven code would use. */
    void fireAny(Object[] values) {
        switch (values.length) {
            case 0:
                fire();
                break;
            case 1:
                fire(values[0]);
                break;
            case 2:
                if (values[0] instanceof Boolean) {
                    fire((Boolean) values[0], values[1]);
                } else {
                    fire(values[0], values[1]);
                }
                break;
            case 3:
                fire(values[0], values[1], values[2]);
                break;
            default:
                fire(values);
        }
    }

    private void run(Object[] values, Current current) {
        if (site.flows.length == 0) {
            runAll(values, current);
        } else if (moment == SiteEntry.MOMENT_BEFORE) {
            // cflow holds at the join point itself, cflowbelow only inside.
            current.open(site.id, raised(false, values, current));
            runAll(values, current);
            current.open(site.id, raised(true, values, current));
        } else {
            current.close(site.id);
            runAll(values, current);
            current.close(site.id);
        }
    }

    private IntList raised(boolean below, Object[] values, Current current) {
        IntList raised = new IntList();
        for (SiteEntry.Flow flow : site.flows) {
            if (flow.below != below) {
                continue;
            }
            for (Residue residue : flow.residues) {
                if (residue.guards.length == 0 && residue.typesAndFlowsHold(values, current)) {
                    raised.add(flow.id);
                    break;
                }
            }
        }
        return raised;
    }

    private void runAll(Object[] values, Current current) {
        for (int i = 0; i < hits.length;) {
            int end = i;
            while (end < hits.length && hits[end].engine == hits[i].engine) {
                end++;
            }
            run(hits[i].engine, java.util.Arrays.copyOfRange(hits, i, end), values, current);
            i = end;
        }
    }

    private void run(Engine engine, Hit[] some, Object[] values, Current current) {
        Occurrence[] occurrences = new Occurrence[some.length];
        int count = 0;
        for (Hit hit : some) {
            Object[] bound = hit.variables(values, current);
            Occurrence occurrence = bound == null ? null : monitoring.occurrence(engine, hit.event, bound, current);
            if (occurrence != null) {
                occurrences[count++] = occurrence;
            }
        }
        if (count > 0) {
            engine.fire(count == some.length ? occurrences : java.util.Arrays.copyOf(occurrences, count), site, moment, current);
        }
    }
}
