package revmon.rt;

import java.util.ArrayList;
import java.util.List;

/**
 * What one spec does with an instance at an event: conditions are asked, machines step, bodies and handlers run.
 *
 * <p>No code of the program runs under the spec's lock: methods that may call some are entered without it. Those that
 * change the states of an instance are entered under it.
 */
final class Actions {
    /** Categories that an instance has entered and whose handlers are to be run. */
    static final class Verdict {
        final Instance instance;
        final int property;
        final long categories;

        Verdict(Instance instance, int property, long categories) {
            this.instance = instance;
            this.property = property;
            this.categories = categories;
        }
    }

    private final SpecTable spec;
    private final Support support;
    private final Reporter reporter;
    /** The spec's. */
    private final Object lock;
    private volatile boolean isExhausted;

    /** @param support null for a spec without Java */
    Actions(SpecTable spec, Support support, Reporter reporter, Object lock) {
        this.spec = spec;
        this.support = support;
        this.reporter = reporter;
        this.lock = lock;
    }

    /** Do the conditions of the event hold for the instance? @param variables of the event */
    boolean holds(SpecTable.Event event, Object[] variables, Instance instance, Current current) {
        if (spec.javamop && !event.testsHold(variables)) {
            return false;
        }
        if (event.conditions.length == 0) {
            return true;
        }
        SpecMonitor monitor = supportOf(instance, current);
        return monitor != null && support.condition(current, event, monitor, variables);
    }

    /** Made when first needed, without the lock: field initialisers are code of the spec. */
    private SpecMonitor supportOf(Instance instance, Current current) {
        SpecMonitor known = instance.support;
        if (known != null || instance.hasNoSupport || support == null) {
            return known;
        }
        SpecMonitor made = support.make(current);
        synchronized (lock) {
            if (made == null) {
                instance.hasNoSupport = instance.support == null;
            } else if (instance.support == null) {
                made.revmonParameters = instance;
                instance.support = made;
            }
            return instance.support;
        }
    }

    /** `tried` was asked in place of `target`, which was made later. */
    void adoptSupport(Instance target, Instance tried) {
        synchronized (lock) {
            if (tried.support != null) {
                tried.support.revmonParameters = target;
            }
            target.support = tried.support;
            target.hasNoSupport = tried.hasNoSupport;
        }
    }

    /** True: Java has run. */
    boolean runBody(SpecTable.Event event, Object[] variables, Instance target, SiteEntry site, Current current) {
        Code body = event.body;
        int flags = body.flags;
        String printed = null;
        if (body.isJava()) {
            SpecMonitor monitor = supportOf(target, current);
            if (monitor == null) {
                return false;
            }
            StringBuilder before = current.capture();
            try {
                flags = support.body(current, event, monitor, SiteEntry.siteOf(site), variables);
            } finally {
                printed = current.release(before);
            }
        } else if (!body.isEmpty()) {
            printed = body.text(spec.name, SiteEntry.siteOf(site));
        }
        if (printed != null && !printed.isEmpty()) {
            reporter.violation(spec, -1, event.index, target, site, printed);
        }
        act(flags, target);
        return body.isJava();
    }

    private void act(int flags, Instance target) {
        if ((flags & SpecMonitor.SKIP) != 0) {
            reporter.failure("spec " + spec.name + ": __SKIP has no effect, the call happens");
        }
        if ((flags & SpecMonitor.RESET) != 0) {
            synchronized (lock) {
                restart(target);
            }
        }
    }

    /**
     * Moves all properties on, under the lock. What is to be reported is added to `verdicts`, made if it is null.
     *
     * @param slicing says whether the instance may report; null: it may
     */
    List<Verdict> step(Instance target, int symbol, Slicing slicing, List<Verdict> verdicts) {
        List<Verdict> found = verdicts;
        boolean resets = false;
        for (int p = 0; p < spec.properties.length; p++) {
            long categories = step(target, p, symbol);
            if (categories != 0 && (slicing == null || slicing.mayReport(target))) {
                found = found == null ? new ArrayList<Verdict>(1) : found;
                found.add(new Verdict(target, p, categories));
                resets |= resets(spec.properties[p], categories);
            }
        }
        if (resets) {
            restart(target);
        }
        return found;
    }

    /** The categories whose handlers are to be run. */
    private long step(Instance target, int p, int symbol) {
        SpecTable.Property property = spec.properties[p];
        long before = target.settled[p];
        Object state = property.machine.step(target.states[p], symbol);
        target.states[p] = state;
        target.held[p] = property.machine.categories(state);
        target.settled[p] = property.machine.permanent(state);
        isExhausted |= property.machine.isExhausted(state);
        return property.handled & (property.reportsOnce ? target.held[p] & ~before : target.held[p]);
    }

    /** By handlers that are fixed: known before any Java runs, so that no other event comes in between. */
    private static boolean resets(SpecTable.Property property, long categories) {
        for (SpecTable.Handler handler : property.handlers) {
            if ((handler.bit & categories) != 0 && !handler.code.isJava() && (handler.code.flags & SpecMonitor.RESET) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Under the lock. */
    void restart(Instance instance) {
        for (int p = 0; p < spec.properties.length; p++) {
            instance.states[p] = spec.properties[p].machine.initial();
            instance.held[p] = 0;
            instance.settled[p] = 0;
        }
    }

    /** What a rejected event repeats, as JavaMOP has it; under the lock. */
    List<Verdict> heldBy(Instance target) {
        List<Verdict> verdicts = new ArrayList<Verdict>(1);
        for (int p = 0; p < spec.properties.length; p++) {
            SpecTable.Property property = spec.properties[p];
            long again = property.reportsOnce ? target.held[p] & ~target.settled[p] : target.held[p];
            if ((again & property.handled) != 0) {
                verdicts.add(new Verdict(target, p, again));
            }
        }
        return verdicts;
    }

    /** @param verdicts null: none */
    void report(List<Verdict> verdicts, SiteEntry site, Current current) {
        if (isExhausted) {
            reporter.failure("spec " + spec.name + ": a monitor has met its limit and reports nothing any more");
        }
        for (int i = 0; verdicts != null && i < verdicts.size(); i++) {
            report(verdicts.get(i), site, current);
        }
    }

    private void report(Verdict verdict, SiteEntry entry, Current current) {
        SpecTable.Handler[] handlers = spec.properties[verdict.property].handlers;
        Site site = SiteEntry.siteOf(entry);
        for (int h = 0; h < handlers.length; h++) {
            Code code = handlers[h].code;
            boolean isMeant = (handlers[h].bit & verdict.categories) != 0;
            if (!isMeant || !code.isJava() && reporter.again(spec, verdict.property, h, entry)) {
                continue;
            }
            String text = "";
            int flags = code.flags & ~SpecMonitor.RESET;
            if (!code.isJava()) {
                text = code.text(spec.name, site);
            } else {
                SpecMonitor monitor = supportOf(verdict.instance, current);
                StringBuilder before = current.capture();
                try {
                    flags = monitor == null ? 0 : support.handler(current, verdict.property, h, monitor, site);
                } finally {
                    text = current.release(before);
                }
            }
            reporter.violation(spec, verdict.property, h, verdict.instance, entry, text);
            act(flags, verdict.instance);
        }
    }
}
