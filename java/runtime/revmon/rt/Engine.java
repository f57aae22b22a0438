package revmon.rt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one spec: finds out which way its events go, and goes the general one itself, for any number of parameters.
 *
 * <p>One lock a spec guards its instances ({@link Slicing}). No code of the program runs under it: conditions, bodies and
 * handlers ({@link Actions}) are called in between, on a snapshot of the instances concerned.
 */
final class Engine {
    private final SpecTable spec;
    private final ObjectTable objects;
    private final Support support;
    private final Monitoring monitoring;
    private final Object lock = new Object();
    private final Actions actions;
    private final Slicing slicing;
    /** For a spec whose monitors are states of objects; else null. */
    private final FastSpec fast;
    /** For one whose monitors live with one object of two; else null. */
    private final PairSpec pair;
    /** For one of whose monitors an object has one at most; else null. */
    private final Solo solo;
    private final Letter[] letters;
    /** By event: parameters whose objects are known to the spec whenever the event can matter. */
    private final long[] keys;
    /** Some creating event has happened. */
    private volatile boolean isStarted;
    private static final AtomicInteger BEGUN = new AtomicInteger();
    private final Recorder recorder;
    /** Null: nobody wants them. */
    private final Traces traces;
    /** Null: all monitors are made. */
    private final Selection selection;
    /** Statistics, under the lock. */
    private long events;

    /** @param support null for a spec without Java */
    Engine(SpecTable spec, ObjectTable objects, Support support, Monitoring monitoring) {
        this.spec = spec;
        this.objects = objects;
        this.support = support;
        this.monitoring = monitoring;
        actions = new Actions(spec, support, monitoring, lock);
        selection = Selection.of(spec);
        slicing = new Slicing(spec, actions, selection);
        recorder = Settings.record ? new Recorder(spec) : null;
        traces = Settings.traces > 0 ? new Traces(spec, monitoring.natives(), Settings.traces) : null;
        fast = !Settings.needInstances() && FastSpec.isFast(spec) ? new FastSpec(spec, monitoring) : null;
        pair = fast != null || Settings.needInstances() ? null : PairSpec.of(spec, monitoring.pairCount(), monitoring);
        solo = Solo.isSolo(spec) ? new Solo(spec, objects, slicing, actions, lock, traces) : null;
        letters = new Letter[fast == null ? 0 : spec.events.length];
        for (int e = 0; e < letters.length; e++) {
            letters[e] = monitoring.product().letter(new FastSpec[] {fast}, new SpecTable.Event[][] {{spec.events[e]}});
        }
        keys = new long[spec.events.length];
        for (SpecTable.Event event : spec.events) {
            keys[event.index] = findKeys(event);
        }
    }

    /**
     * Every monitor contains what some creating event has bound, so an object at a parameter that all of them bind, and of
     * which the spec knows nothing, is in no monitor, and its past events are before the beginning of any slice it may get
     * into. Where conditions have to be asked nothing counts without a monitor to ask.
     */
    private long findKeys(SpecTable.Event event) {
        if (!maySkip(event)) {
            return 0;
        }
        long always = event.binds;
        for (SpecTable.Event other : spec.events) {
            always &= other.creates ? other.binds : -1L;
        }
        long asked = event.conditions.length == 0 || event.enabled == null ? 0 : event.binds;
        for (int i = 0; asked != 0 && i < event.enabled.length; i++) {
            asked &= event.enabled[i];
        }
        return (always | asked) & spec.parameters;
    }

    /** What is known of objects, and since when, is only told here for specs that have instances. */
    boolean maySkip(SpecTable.Event event) {
        return fast == null && pair == null && !spec.javamop && !event.creates && !Settings.needEngine();
    }

    /** Where {@link #knows} says no for an object at one of these parameters, the event changes nothing. 0: none is known. */
    long keysOf(SpecTable.Event event) {
        return keys[event.index];
    }

    boolean knows(Object object) {
        ObjectRecord record = objects.find(object, false);
        return record != null && record.links(spec.id) != null;
    }

    private void begin(SpecTable.Event event) {
        if (event.creates) {
            isStarted = true;
            BEGUN.incrementAndGet();
        }
    }

    /** Grows after some spec has begun: what nothing had begun for before need not be asked again while this is the same. */
    static int begun() {
        return BEGUN.get();
    }

    /** As long as nothing has been created, the past of no slice can matter: nothing that {@link #maySkip} counts. */
    boolean isStarted() {
        return isStarted;
    }

    FastSpec fast() {
        return fast;
    }

    PairSpec pair() {
        return pair;
    }

    Solo solo() {
        return solo;
    }

    SpecTable spec() {
        return spec;
    }

    Support support() {
        return support;
    }

    /** All events of this spec at one moment of a join point, in declaration order. */
    void fire(Occurrence[] occurrences, SiteEntry site, int at, Current current) {
        if (fast != null) {
            fireFast(occurrences, site);
            return;
        }
        if (pair != null) {
            firePair(occurrences, site);
            return;
        }
        if (selection != null && selection.isSilent(site)) {
            return;
        }
        for (int i = 0; i < occurrences.length && !isStarted; i++) {
            begin(occurrences[i].event);
        }
        if (solo != null && Solo.areOfOneObject(occurrences)) {
            solo.fire(occurrences, site, current);
            return;
        }
        if (spec.javamop && at == SiteEntry.MOMENT_BEFORE) {
            Collections.reverse(java.util.Arrays.asList(occurrences));
        }
        fireAll(new Moment(occurrences, site, current));
    }

    /** One event of a solo spec to which the object of `record` matters: it creates, or there is a monitor. */
    void fireSolo(SpecTable.Event event, Object[] variables, ObjectRecord record, SiteEntry site, Current current) {
        if (!isStarted) {
            begin(event);
        }
        solo.fireOne(event, variables, record, solo.instanceOf(record), site, current);
    }

    private void fireFast(Occurrence[] occurrences, SiteEntry site) {
        for (Occurrence occurrence : occurrences) {
            if (occurrence.parameters[0] != null) {
                monitoring.stepper().step(occurrence.parameters[0], letters[occurrence.event.index], site);
            }
        }
    }

    private void firePair(Occurrence[] occurrences, SiteEntry site) {
        for (Occurrence occurrence : occurrences) {
            boolean bound = ((occurrence.event.binds & 1) == 0 || occurrence.parameters[0] != null)
                    && ((occurrence.event.binds & 2) == 0 || occurrence.parameters[1] != null);
            if (bound) {
                pair.fire(occurrence.event, occurrence.parameters, site);
            }
        }
    }

    private void fireAll(Moment moment) {
        for (int i = 0; i < moment.occurrences.length; i++) {
            moment.bindings[i] = bindingOf(moment.occurrences[i]);
            boolean tries = moment.bindings[i] != null && moment.event(i).conditions.length > 0 && !spec.javamop;
            moment.trials.add(tries ? tryAll(moment, i) : null);
        }
        for (int i = 0; i < moment.occurrences.length; i++) {
            if (moment.bindings[i] != null) {
                run(moment, i);
            }
        }
    }

    /** Null when a bound value is null, or has no record although only existing instances could be concerned. */
    private ObjectRecord[] bindingOf(Occurrence occurrence) {
        ObjectRecord[] binding = new ObjectRecord[spec.width];
        boolean create = slicing.joins() || occurrence.event.creates || recorder != null;
        for (int p = 0; p < spec.width; p++) {
            if ((occurrence.event.binds >>> p & 1) == 0) {
                continue;
            }
            Object value = occurrence.parameters[p];
            binding[p] = value == null ? null : objects.find(value, create);
            if (binding[p] == null) {
                return null;
            }
        }
        return binding;
    }

    private List<Moment.Trial> tryAll(Moment moment, int i) {
        List<Instance> targets;
        synchronized (lock) {
            targets = slicing.collect(moment.event(i), moment.bindings[i]);
        }
        List<Moment.Trial> trials = new ArrayList<Moment.Trial>(targets.size());
        for (Instance target : targets) {
            trials.add(new Moment.Trial(target, holds(moment, i, target)));
        }
        return trials;
    }

    private boolean holds(Moment moment, int i, Instance instance) {
        return actions.holds(moment.event(i), moment.occurrences[i].variables, instance, moment.current);
    }

    /** As JavaMOP has it, a test of values is a condition like any other; in the textbook a false one is no event. */
    private boolean isConditional(SpecTable.Event event) {
        return event.conditions.length > 0 || spec.javamop && event.tests.length > 0;
    }

    private void run(Moment moment, int i) {
        SpecTable.Event event = moment.event(i);
        List<Instance> accepted;
        List<Actions.Verdict> verdicts = null;
        boolean isOver = false;
        if (slicing.isLate(event)) {
            synchronized (lock) {
                slicing.tick();
                slicing.touch(event, moment.bindings[i]);
                slicing.postpone(event, moment.bindings[i]);
            }
            return;
        }
        if (!isConditional(event)) {
            synchronized (lock) {
                accepted = take(moment, i);
                moment.counts = true;
                isOver = event.body.isEmpty();
                verdicts = isOver ? stepAll(moment, i, accepted) : null;
            }
        } else {
            accepted = spec.javamop ? acceptInTurn(moment, i) : accept(moment, i);
        }
        tryLaterOnes(moment, i, accepted);
        if (!isOver) {
            for (Instance target : accepted) {
                moment.bodyHasRun |=
                        actions.runBody(event, moment.occurrences[i].variables, target, moment.site, moment.current);
            }
            synchronized (lock) {
                verdicts = stepAll(moment, i, accepted);
            }
        }
        actions.report(verdicts, moment.site, moment.current);
    }

    /** The event happens to all that it concerns; under the lock. */
    private List<Instance> take(Moment moment, int i) {
        slicing.tick();
        List<Instance> targets = slicing.collect(moment.event(i), moment.bindings[i]);
        slicing.publish(targets, moment.site);
        slicing.touch(moment.event(i), moment.bindings[i]);
        return targets;
    }

    /** Accepted: the conditions held before any body of this moment ran, and still hold. */
    private List<Instance> accept(Moment moment, int i) {
        SpecTable.Event event = moment.event(i);
        ObjectRecord[] binding = moment.bindings[i];
        List<Instance> targets;
        long asked;
        synchronized (lock) {
            asked = slicing.tick();
            targets = slicing.collect(event, binding);
        }
        List<Instance> accepted = new ArrayList<Instance>(targets.size());
        for (Instance target : targets) {
            Moment.Trial trial = moment.trial(i, target);
            if (trial != null && target.unpublished && trial.instance.unpublished) {
                actions.adoptSupport(target, trial.instance);
            }
            boolean held = trial != null ? trial.holds : holds(moment, i, target);
            if (held && (!moment.bodyHasRun || holds(moment, i, target))) {
                accepted.add(target);
            }
        }
        // Nobody to ask, since no useful instance could be made: the event still counts for later ones.
        boolean counts = !accepted.isEmpty()
                || slicing.joins() && targets.isEmpty() && event.creates && holds(moment, i, slicing.start(binding, 0));
        moment.counts = counts;
        moment.mixed = !accepted.isEmpty() && accepted.size() < targets.size();
        synchronized (lock) {
            if (slicing.now() != asked) {
                slicing.refresh(accepted, slicing.collect(event, binding));
            }
            slicing.publish(accepted, moment.site);
            if (counts) {
                slicing.tick();
                slicing.touch(event, binding);
            }
        }
        return accepted;
    }

    /** As JavaMOP does it: the monitor is made before the condition is asked, and a rejected event repeats the verdict. */
    private List<Instance> acceptInTurn(Moment moment, int i) {
        List<Instance> targets;
        synchronized (lock) {
            targets = take(moment, i);
        }
        List<Instance> accepted = new ArrayList<Instance>(targets.size());
        for (Instance target : targets) {
            if (holds(moment, i, target)) {
                accepted.add(target);
                continue;
            }
            List<Actions.Verdict> verdicts;
            synchronized (lock) {
                verdicts = slicing.mayReport(target) ? actions.heldBy(target) : null;
            }
            actions.report(verdicts, moment.site, moment.current);
        }
        moment.counts = !accepted.isEmpty();
        moment.mixed = !accepted.isEmpty() && accepted.size() < targets.size();
        return accepted;
    }

    /** A monitor that starts at this moment answers the conditions of later events before its first body runs. */
    private void tryLaterOnes(Moment moment, int i, List<Instance> accepted) {
        if (moment.event(i).body.isEmpty()) {
            return;
        }
        for (int k = i + 1; k < moment.occurrences.length; k++) {
            List<Moment.Trial> trials = moment.trials.get(k);
            for (Instance instance : accepted) {
                if (trials != null && instance.extendsBinding(moment.bindings[k]) && moment.trial(k, instance) == null) {
                    trials.add(new Moment.Trial(instance, holds(moment, k, instance)));
                }
            }
        }
    }

    /** Under the lock. Null: there is nothing to report. */
    private List<Actions.Verdict> stepAll(Moment moment, int i, List<Instance> targets) {
        SpecTable.Event event = moment.event(i);
        List<Actions.Verdict> verdicts = null;
        events += moment.counts ? 1 : 0;
        if (recorder != null) {
            recorder.add(event, moment.bindings[i], moment.site, moment.counts, moment.mixed);
        }
        for (Instance target : targets) {
            slicing.catchUp(target);
            slicing.connect(target, moment.bindings[i]);
            leaveTrail(target, event, moment.site);
            if (traces != null) {
                traces.step(target, event, moment.site);
            }
            verdicts = actions.step(target, event.symbol, slicing, verdicts);
        }
        return verdicts;
    }

    private static void leaveTrail(Instance target, SpecTable.Event event, SiteEntry site) {
        int most = Settings.trail;
        if (most == 0) {
            return;
        }
        if (target.trail == null) {
            target.trail = new Trail(most);
        }
        target.trail.add(event.index, site == null ? -1 : site.id);
    }

    /** Event and site in turn of the monitor's last events, the oldest first; empty if nobody asked for them. */
    int[] trailOf(Instance instance) {
        synchronized (lock) {
            return instance.trail == null ? new int[0] : instance.trail.toArray();
        }
    }

    /** Events that some monitor took or could have taken, monitors made, monitors freed. */
    long[] statistics() {
        synchronized (lock) {
            return new long[] {events, slicing.created(), slicing.freed()};
        }
    }

    void flushRecord() {
        synchronized (lock) {
            if (recorder != null) {
                recorder.flush();
            }
        }
    }

    /** The rule was broken at the site. */
    void brokenAt(SiteEntry site) {
        if (selection != null) {
            selection.silence(site);
        }
    }

    void flushTraces() {
        synchronized (lock) {
            if (traces != null && !Settings.tracesAreOurs) {
                traces.flush();
            }
            if (selection != null) {
                selection.flush(monitoring.natives());
            }
        }
    }

    /** An object is gone: instances that can no longer report without it are garbage. */
    void gone(Links links) {
        synchronized (lock) {
            slicing.gone(links);
        }
    }
}
