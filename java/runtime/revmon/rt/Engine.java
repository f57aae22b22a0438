package revmon.rt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Runs one spec: parametric trace slicing for any number of parameters.
 *
 * <p>By definition (src/monitor/engine.h) an event steps every instance whose binding extends its own, and starts new
 * ones: its own binding when it creates, and its binding joined with that of every compatible instance. Most specs
 * create with events that bind all parameters; then nothing is ever joined. Where instances are joined, a new one is
 * made only if it could still reach a verdict. One that was not made for this reason, or is gone because objects are,
 * must not be made later from a smaller one, which has not seen the same slice: {@link Touch} remembers when each
 * binding had events, and a join is refused when its part has missed one.
 *
 * <p>One lock a spec guards all of this. No code of the program runs under it: conditions, bodies and handlers are
 * called in between, on a snapshot of the instances concerned.
 */
final class Engine implements InstanceIndex.Judge {
    /** Did the conditions of an event hold for an instance, before any body of this moment had run? */
    private static final class Trial {
        final Instance instance;
        final boolean holds;

        Trial(Instance instance, boolean holds) {
            this.instance = instance;
            this.holds = holds;
        }
    }

    /** Categories that an instance has entered and whose handlers are to be run. */
    private static final class Verdict {
        final Instance instance;
        final int property;
        final long categories;

        Verdict(Instance instance, int property, long categories) {
            this.instance = instance;
            this.property = property;
            this.categories = categories;
        }
    }

    /** The events of one join point that this engine handles together. */
    private static final class Moment {
        final Occurrence[] occurrences;
        final SiteEntry site;
        final Current current;
        final ObjectRecord[][] bindings;
        /** By occurrence; null where it has no conditions. */
        final List<List<Trial>> trials = new ArrayList<List<Trial>>();
        boolean bodyHasRun;
        /** Was the event that is being run taken by some monitor, or could it have been? And by some only? */
        boolean counts;
        boolean mixed;

        Moment(Occurrence[] occurrences, SiteEntry site, Current current) {
            this.occurrences = occurrences;
            this.site = site;
            this.current = current;
            this.bindings = new ObjectRecord[occurrences.length][];
        }
    }

    private final SpecTable spec;
    private final ObjectTable objects;
    private final Reporter reporter;
    private final Support support;
    private final InstanceIndex index;
    /** For a spec whose monitors are states of objects; else null. */
    private final FastSpec fast;
    /** For one whose monitors live with one object of two; else null. */
    private final PairSpec pair;
    private final Monitoring monitoring;
    private final Letter[] letters;
    /** Each object has one monitor at most, and no other is concerned. */
    private final boolean isSolo;
    /** By event: parameters whose objects are known to the spec whenever the event can matter. */
    private final long[] keys;
    /** Some creating event has happened. */
    private volatile boolean isStarted;
    private long clock;
    private volatile boolean isExhausted;
    private final Recorder recorder;
    // Statistics, under the lock.
    private long events;
    private long created;

    /** @param support null for a spec without Java */
    Engine(SpecTable spec, ObjectTable objects, Support support, Monitoring monitoring) {
        this.spec = spec;
        this.objects = objects;
        this.support = support;
        this.reporter = monitoring;
        this.monitoring = monitoring;
        this.index = new InstanceIndex(spec, this);
        this.recorder = Settings.record ? new Recorder(spec) : null;
        fast = !Settings.needEngine() && FastSpec.isFast(spec) ? new FastSpec(spec, monitoring) : null;
        pair = fast != null || Settings.needEngine() ? null : PairSpec.of(spec, monitoring.pairCount(), monitoring);
        letters = new Letter[fast == null ? 0 : spec.events.length];
        for (int e = 0; e < letters.length; e++) {
            letters[e] = monitoring.product().letter(new FastSpec[] {fast}, new SpecTable.Event[][] {{spec.events[e]}});
        }
        boolean solo = spec.width == 1 && !spec.perThread && !spec.javamop && !spec.maximalBinding && !Settings.needEngine();
        for (SpecTable.Event event : spec.events) {
            solo &= event.binds == 1;
        }
        isSolo = solo;
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

    SpecTable spec() {
        return spec;
    }

    Support support() {
        return support;
    }

    /** All events of this spec at one moment of a join point, in declaration order. */
    void fire(Occurrence[] occurrences, SiteEntry site, int at, Current current) {
        if (fast != null) {
            for (Occurrence occurrence : occurrences) {
                if (occurrence.parameters[0] != null) {
                    monitoring.stepper().step(occurrence.parameters[0], letters[occurrence.event.index], site);
                }
            }
            return;
        }
        if (pair != null) {
            for (Occurrence occurrence : occurrences) {
                boolean bound = ((occurrence.event.binds & 1) == 0 || occurrence.parameters[0] != null)
                        && ((occurrence.event.binds & 2) == 0 || occurrence.parameters[1] != null);
                if (bound) {
                    pair.fire(occurrence.event, occurrence.parameters, site);
                }
            }
            return;
        }
        for (int i = 0; i < occurrences.length && !isStarted; i++) {
            isStarted = occurrences[i].event.creates;
        }
        if (isSolo && areOfOneObject(occurrences)) {
            fireSolo(new Moment(occurrences, site, current), occurrences[0].parameters[0]);
            return;
        }
        if (spec.javamop && at == SiteEntry.MOMENT_BEFORE) {
            Collections.reverse(java.util.Arrays.asList(occurrences));
        }
        Moment moment = new Moment(occurrences, site, current);
        for (int i = 0; i < occurrences.length; i++) {
            moment.bindings[i] = bindingOf(occurrences[i]);
            boolean tries = moment.bindings[i] != null && occurrences[i].event.conditions.length > 0 && !spec.javamop;
            moment.trials.add(tries ? tryAll(moment, i) : null);
        }
        for (int i = 0; i < occurrences.length; i++) {
            if (moment.bindings[i] != null) {
                run(moment, i);
            }
        }
    }

    private static boolean areOfOneObject(Occurrence[] occurrences) {
        for (Occurrence occurrence : occurrences) {
            if (occurrence.parameters[0] != occurrences[0].parameters[0]) {
                return false;
            }
        }
        return true;
    }

    /** The same as below where each object has one monitor at most: without lists, and a record only where it is needed. */
    private void fireSolo(Moment moment, Object object) {
        int count = moment.occurrences.length;
        boolean creates = false;
        for (Occurrence occurrence : moment.occurrences) {
            creates |= occurrence.event.creates;
        }
        ObjectRecord record = object == null ? null : objects.find(object, creates);
        Instance target = record == null ? null : soloOf(record);
        if (record == null || target == null && !creates) {
            return;
        }
        // Conditions are asked before any body runs, where there is a monitor to ask or the event would make one.
        Instance[] tried = new Instance[count];
        boolean[] held = new boolean[count];
        for (int i = 0; i < count; i++) {
            SpecTable.Event event = moment.occurrences[i].event;
            if (event.conditions.length > 0 && (target != null || event.creates)) {
                tried[i] = target != null ? target : start(new ObjectRecord[] {record}, 0);
                held[i] = holds(moment, i, tried[i]);
            }
        }
        for (int i = 0; i < count; i++) {
            SpecTable.Event event = moment.occurrences[i].event;
            boolean asks = event.conditions.length > 0;
            if (target == null && !event.creates) {
                continue;
            }
            Instance mine = target != null ? target : tried[i] != null ? tried[i] : start(new ObjectRecord[] {record}, 0);
            boolean accepted = !asks || (tried[i] != null ? held[i] : holds(moment, i, mine));
            if (!accepted || asks && moment.bodyHasRun && !holds(moment, i, mine)) {
                continue;
            }
            target = publishSolo(mine, record);
            for (int k = i + 1; k < count && !event.body.isEmpty(); k++) {
                if (moment.occurrences[k].event.conditions.length > 0 && tried[k] == null) {
                    tried[k] = target;
                    held[k] = holds(moment, k, target);
                }
            }
            takeSolo(moment, i, target);
        }
    }

    private void takeSolo(Moment moment, int i, Instance target) {
        SpecTable.Event event = moment.occurrences[i].event;
        if (!event.body.isEmpty()) {
            runBodies(moment, i, Collections.singletonList(target));
        }
        List<Verdict> verdicts = null;
        synchronized (this) {
            boolean resets = false;
            for (int p = 0; p < spec.properties.length; p++) {
                long categories = step(target, p, event.symbol);
                if (categories != 0) {
                    verdicts = verdicts == null ? new ArrayList<Verdict>(1) : verdicts;
                    verdicts.add(new Verdict(target, p, categories));
                    resets |= resets(spec.properties[p], categories);
                }
            }
            if (resets) {
                restart(target);
            }
        }
        if (isExhausted) {
            reporter.failure("spec " + spec.name + ": a monitor has met its limit and reports nothing any more");
        }
        for (int v = 0; verdicts != null && v < verdicts.size(); v++) {
            report(verdicts.get(v), moment);
        }
    }

    private synchronized Instance soloOf(ObjectRecord record) {
        Links links = record.links(spec.id);
        InstanceList list = links == null ? null : links.list(1);
        return list == null || list.size() == 0 ? null : list.get(0);
    }

    /** The one that others find: this one, unless another thread was first. */
    private synchronized Instance publishSolo(Instance made, ObjectRecord record) {
        if (!made.unpublished) {
            return made;
        }
        Instance known = soloOf(record);
        if (known != null) {
            return known;
        }
        made.unpublished = false;
        created++;
        index.add(made);
        return made;
    }

    /** Null when a bound value is null, or has no record although only existing instances could be concerned. */
    private ObjectRecord[] bindingOf(Occurrence occurrence) {
        ObjectRecord[] binding = new ObjectRecord[spec.width];
        boolean create = index.joins || occurrence.event.creates || recorder != null;
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

    private List<Trial> tryAll(Moment moment, int i) {
        List<Instance> targets;
        synchronized (this) {
            targets = collect(moment.occurrences[i].event, moment.bindings[i]);
        }
        List<Trial> trials = new ArrayList<Trial>(targets.size());
        for (Instance target : targets) {
            trials.add(new Trial(target, holds(moment, i, target)));
        }
        return trials;
    }

    /** As JavaMOP has it, a test of values is a condition like any other; in the textbook a false one is no event. */
    private boolean isConditional(SpecTable.Event event) {
        return event.conditions.length > 0 || spec.javamop && event.tests.length > 0;
    }

    private boolean holds(Moment moment, int i, Instance instance) {
        Occurrence occurrence = moment.occurrences[i];
        if (spec.javamop && !occurrence.event.testsHold(occurrence.variables)) {
            return false;
        }
        if (occurrence.event.conditions.length == 0) {
            return true;
        }
        SpecMonitor monitor = supportOf(instance, moment.current);
        return monitor != null && support.condition(moment.current, occurrence.event.index, monitor, occurrence.variables);
    }

    /** Made when first needed, without the lock: field initialisers are code of the spec. */
    private SpecMonitor supportOf(Instance instance, Current current) {
        synchronized (this) {
            if (instance.support != null || instance.hasNoSupport || support == null) {
                return instance.support;
            }
        }
        SpecMonitor made = support.make(current);
        synchronized (this) {
            if (made == null) {
                instance.hasNoSupport = instance.support == null;
            } else if (instance.support == null) {
                made.revmonParameters = instance;
                instance.support = made;
            }
            return instance.support;
        }
    }

    private void run(Moment moment, int i) {
        SpecTable.Event event = moment.occurrences[i].event;
        ObjectRecord[] binding = moment.bindings[i];
        List<Instance> accepted;
        List<Verdict> verdicts = null;
        if (!isConditional(event)) {
            synchronized (this) {
                long now = ++clock;
                accepted = collect(event, binding);
                publish(accepted);
                index.touch(event, binding, now);
                moment.counts = true;
                if (event.body.isEmpty()) {
                    verdicts = stepAll(moment, i, accepted);
                }
            }
        } else {
            accepted = spec.javamop ? acceptInTurn(moment, i) : accept(moment, i);
        }
        tryLaterOnes(moment, i, accepted);
        if (verdicts == null) {
            runBodies(moment, i, accepted);
            synchronized (this) {
                verdicts = stepAll(moment, i, accepted);
            }
        }
        if (isExhausted) {
            reporter.failure("spec " + spec.name + ": a monitor has met its limit and reports nothing any more");
        }
        for (Verdict verdict : verdicts) {
            report(verdict, moment);
        }
    }

    /** Accepted: the conditions held before any body of this moment ran, and still hold. */
    private List<Instance> accept(Moment moment, int i) {
        SpecTable.Event event = moment.occurrences[i].event;
        ObjectRecord[] binding = moment.bindings[i];
        List<Instance> targets;
        long asked;
        synchronized (this) {
            asked = ++clock;
            targets = collect(event, binding);
        }
        List<Instance> accepted = new ArrayList<Instance>(targets.size());
        for (Instance target : targets) {
            Trial trial = find(moment.trials.get(i), target);
            if (trial != null && target.unpublished && trial.instance.unpublished) {
                adoptSupport(target, trial.instance);
            }
            boolean held = trial != null ? trial.holds : holds(moment, i, target);
            if (held && (!moment.bodyHasRun || holds(moment, i, target))) {
                accepted.add(target);
            }
        }
        // Nobody to ask, since no useful instance could be made: the event still counts for later ones.
        boolean counts = !accepted.isEmpty()
                || index.joins && targets.isEmpty() && event.creates && holds(moment, i, start(binding, 0));
        moment.counts = counts;
        moment.mixed = !accepted.isEmpty() && accepted.size() < targets.size();
        synchronized (this) {
            if (clock != asked) {
                refresh(accepted, collect(event, binding));
            }
            publish(accepted);
            if (counts) {
                index.touch(event, binding, ++clock);
            }
        }
        return accepted;
    }

    private synchronized void adoptSupport(Instance target, Instance tried) {
        target.support = tried.support;
        target.hasNoSupport = tried.hasNoSupport;
        if (target.support != null) {
            target.support.revmonParameters = target;
        }
    }

    private static Trial find(List<Trial> trials, Instance target) {
        for (Trial trial : trials) {
            if (trial.instance == target || trial.instance.equalsBinding(target.objects)) {
                return trial;
            }
        }
        return null;
    }

    /** As JavaMOP does it: the monitor is made before the condition is asked, and a rejected event repeats the verdict. */
    private List<Instance> acceptInTurn(Moment moment, int i) {
        SpecTable.Event event = moment.occurrences[i].event;
        List<Instance> targets;
        synchronized (this) {
            long now = ++clock;
            targets = collect(event, moment.bindings[i]);
            publish(targets);
            index.touch(event, moment.bindings[i], now);
        }
        List<Instance> accepted = new ArrayList<Instance>(targets.size());
        for (Instance target : targets) {
            if (holds(moment, i, target)) {
                accepted.add(target);
                continue;
            }
            List<Verdict> verdicts = new ArrayList<Verdict>();
            synchronized (this) {
                for (int p = 0; p < spec.properties.length; p++) {
                    SpecTable.Property property = spec.properties[p];
                    long again = property.reportsOnce ? target.held[p] & ~target.settled[p] : target.held[p];
                    if ((again & property.handled) != 0 && mayReport(target)) {
                        verdicts.add(new Verdict(target, p, again));
                    }
                }
            }
            for (Verdict verdict : verdicts) {
                report(verdict, moment);
            }
        }
        moment.counts = !accepted.isEmpty();
        moment.mixed = !accepted.isEmpty() && accepted.size() < targets.size();
        return accepted;
    }

    /** A monitor that starts at this moment answers the conditions of later events before its first body runs. */
    private void tryLaterOnes(Moment moment, int i, List<Instance> accepted) {
        if (moment.occurrences[i].event.body.isEmpty()) {
            return;
        }
        for (int k = i + 1; k < moment.occurrences.length; k++) {
            List<Trial> trials = moment.trials.get(k);
            for (Instance instance : accepted) {
                if (trials != null && instance.extendsBinding(moment.bindings[k]) && find(trials, instance) == null) {
                    trials.add(new Trial(instance, holds(moment, k, instance)));
                }
            }
        }
    }

    private void runBodies(Moment moment, int i, List<Instance> targets) {
        Occurrence occurrence = moment.occurrences[i];
        Code body = occurrence.event.body;
        for (Instance target : targets) {
            int flags = body.flags;
            String printed = null;
            if (body.isJava()) {
                SpecMonitor monitor = supportOf(target, moment.current);
                if (monitor == null) {
                    continue;
                }
                StringBuilder before = moment.current.capture();
                try {
                    flags = support.body(moment.current, occurrence.event.index, monitor, SiteEntry.siteOf(moment.site),
                            occurrence.variables);
                } finally {
                    printed = moment.current.release(before);
                }
                moment.bodyHasRun = true;
            } else if (!body.isEmpty()) {
                printed = body.text(spec.name, SiteEntry.siteOf(moment.site));
            }
            if (printed != null && !printed.isEmpty()) {
                reporter.violation(spec, -1, occurrence.event.index, target, moment.site, printed);
            }
            act(flags, target);
        }
    }

    private void act(int flags, Instance target) {
        if ((flags & SpecMonitor.SKIP) != 0) {
            reporter.failure("spec " + spec.name + ": __SKIP has no effect, the call happens");
        }
        if ((flags & SpecMonitor.RESET) != 0) {
            synchronized (this) {
                restart(target);
            }
        }
    }

    private List<Verdict> stepAll(Moment moment, int i, List<Instance> targets) {
        SpecTable.Event event = moment.occurrences[i].event;
        List<Verdict> verdicts = new ArrayList<Verdict>(0);
        events += moment.counts ? 1 : 0;
        if (recorder != null) {
            recorder.add(event, moment.bindings[i], moment.site, moment.counts, moment.mixed);
        }
        for (Instance target : targets) {
            connect(target, moment.bindings[i]);
            leaveTrail(target, event, moment.site);
            boolean resets = false;
            for (int p = 0; p < spec.properties.length; p++) {
                long categories = step(target, p, event.symbol);
                if (categories != 0 && mayReport(target)) {
                    verdicts.add(new Verdict(target, p, categories));
                    resets |= resets(spec.properties[p], categories);
                }
            }
            if (resets) {
                restart(target);
            }
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
    synchronized int[] trailOf(Instance instance) {
        return instance.trail == null ? new int[0] : instance.trail.toArray();
    }

    /** Events that some monitor took or could have taken, monitors made, monitors freed. */
    synchronized long[] statistics() {
        return new long[] {events, created, index.freed()};
    }

    synchronized void flushRecord() {
        if (recorder != null) {
            recorder.flush();
        }
    }

    /** Moves one property on; the categories whose handlers are to be run. */
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

    private void report(Verdict verdict, Moment moment) {
        SpecTable.Handler[] handlers = spec.properties[verdict.property].handlers;
        Site site = SiteEntry.siteOf(moment.site);
        for (int h = 0; h < handlers.length; h++) {
            if ((handlers[h].bit & verdict.categories) == 0) {
                continue;
            }
            Code code = handlers[h].code;
            String text = "";
            int flags = code.flags & ~SpecMonitor.RESET;
            if (!code.isJava()) {
                text = code.text(spec.name, site);
            } else {
                SpecMonitor monitor = supportOf(verdict.instance, moment.current);
                StringBuilder before = moment.current.capture();
                try {
                    flags = monitor == null ? 0
                            : support.handler(moment.current, verdict.property, h, monitor, site);
                } finally {
                    text = moment.current.release(before);
                }
            }
            reporter.violation(spec, verdict.property, h, verdict.instance, moment.site, text);
            act(flags, verdict.instance);
        }
    }

    private void restart(Instance instance) {
        for (int p = 0; p < spec.properties.length; p++) {
            instance.states[p] = spec.properties[p].machine.initial();
            instance.held[p] = 0;
            instance.settled[p] = 0;
        }
    }

    /** The instances whose slice this event extends; those that do not exist yet are made but not published. */
    private List<Instance> collect(SpecTable.Event event, ObjectRecord[] binding) {
        List<Instance> targets = new ArrayList<Instance>(2);
        index.targets(binding, event.binds, targets);
        if (!index.joins) {
            if (event.creates && targets.isEmpty()) {
                targets.add(start(binding, clock));
            }
            return targets;
        }
        List<Instance> partners = new ArrayList<Instance>(2);
        index.partners(event, binding, partners);
        int existing = targets.size();
        for (Instance partner : partners) {
            join(event, binding, partner, targets, existing);
        }
        if (event.creates && event.isEnabled(0) && !isThere(binding, targets, targets.size())
                && index.hasSeenAll(null, binding)) {
            Instance fresh = start(binding, clock);
            if (isUseful(fresh, event)) {
                targets.add(fresh);
            }
        }
        return targets;
    }

    private static boolean isThere(ObjectRecord[] binding, List<Instance> targets, int count) {
        for (int i = 0; i < count; i++) {
            if (targets.get(i).equalsBinding(binding)) {
                return true;
            }
        }
        return false;
    }

    /** Only a part that has seen the whole slice so far may be continued, and at most one instance is made of all. */
    private void join(SpecTable.Event event, ObjectRecord[] binding, Instance partner, List<Instance> targets, int existing) {
        ObjectRecord[] joined = partner.objects.clone();
        for (int p = 0; p < joined.length; p++) {
            joined[p] = joined[p] == null ? binding[p] : joined[p];
        }
        if (isThere(joined, targets, targets.size()) || !index.hasSeenAll(partner, joined)) {
            return;
        }
        Instance fresh = new Instance(joined, spec.properties.length);
        fresh.copyFrom(partner);
        if (isUseful(fresh, event)) {
            targets.add(fresh);
        }
    }

    private Instance start(ObjectRecord[] binding, long now) {
        Instance fresh = new Instance(binding, spec.properties.length);
        restart(fresh);
        fresh.start = now;
        if (spec.connected) {
            fresh.parts = new byte[spec.width];
            for (int p = 0; p < spec.width; p++) {
                fresh.parts[p] = (byte) p;
            }
        }
        return fresh;
    }

    /** Will it have something to report at this event, or can it later? */
    private boolean isUseful(Instance fresh, SpecTable.Event event) {
        if (spec.bodyBinds.length > 0 || spec.maximalBinding) {
            return true;
        }
        for (int p = 0; p < spec.properties.length; p++) {
            Machine machine = spec.properties[p].machine;
            Object state = machine.step(fresh.states[p], event.symbol);
            if ((machine.categories(state) & spec.properties[p].handled) != 0 || machine.canReport(state, -1L)) {
                return true;
            }
        }
        return false;
    }

    /** Puts new instances where others find them. */
    private void publish(List<Instance> instances) {
        for (Instance instance : instances) {
            if (instance.unpublished) {
                instance.unpublished = false;
                created++;
                index.add(instance);
            }
        }
    }

    /**
     * Other events came in between while conditions were asked: new instances are made again from what is there now,
     * or found if another thread has made them, or dropped if they are not wanted any more.
     */
    private void refresh(List<Instance> accepted, List<Instance> targets) {
        List<Instance> asked = new ArrayList<Instance>(accepted);
        accepted.clear();
        for (Instance old : asked) {
            Instance now = old;
            for (int i = 0; old.unpublished && i < targets.size(); i++) {
                now = targets.get(i).equalsBinding(old.objects) ? targets.get(i) : now;
            }
            if (now != old && now.unpublished) {
                adoptSupport(now, old);
            }
            if (!now.unpublished || now != old) {
                accepted.add(now);
            }
        }
    }

    private void connect(Instance instance, ObjectRecord[] binding) {
        if (instance.parts == null) {
            return;
        }
        int first = -1;
        for (int p = 0; p < binding.length; p++) {
            if (binding[p] == null) {
                continue;
            }
            first = first < 0 ? p : first;
            byte from = instance.parts[p];
            byte to = instance.parts[first];
            for (int q = 0; q < instance.parts.length; q++) {
                instance.parts[q] = instance.parts[q] == from ? to : instance.parts[q];
            }
        }
    }

    private boolean mayReport(Instance instance) {
        if (spec.fullBinding && (instance.domain & spec.parameters) != spec.parameters) {
            return false;
        }
        if (spec.maximalBinding && index.isExtended(instance)) {
            return false;
        }
        int part = -1;
        for (int p = 0; instance.parts != null && p < spec.width; p++) {
            if ((instance.domain & spec.parameters & 1L << p) == 0) {
                continue;
            }
            if (part >= 0 && instance.parts[p] != part) {
                return false;
            }
            part = instance.parts[p];
        }
        return true;
    }

    /** An object is gone: instances that can no longer report without it are garbage. */
    synchronized void gone(Links links) {
        for (InstanceList list : links.lists()) {
            index.sweep(list);
        }
    }

    @Override
    public boolean isGarbage(Instance instance, long dead) {
        // Under maximal-binding an instance that reports nothing itself, joined with what comes, keeps others from it.
        boolean hides = spec.maximalBinding && index.joins;
        return !hides && !canReport(instance, ~dead);
    }

    private boolean canReport(Instance instance, long alive) {
        // Without joins, an instance sees only events about its own objects.
        long seen = index.joins ? alive : alive & instance.domain;
        if (Machine.someAlive(spec.bodyBinds, seen)) {
            return true;
        }
        for (int p = 0; p < spec.properties.length; p++) {
            if (spec.properties[p].machine.canReport(instance.states[p], seen)) {
                return true;
            }
        }
        return false;
    }
}
