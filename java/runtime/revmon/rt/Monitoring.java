package revmon.rt;

import java.util.Collections;
import java.util.HashSet;
import java.util.RevMon;
import java.util.Set;

/** All specs of a plan at work: takes what woven code tells, runs the engines, hands on what they find. */
class Monitoring implements RevMon.Hook, Reporter, Failures.Hook, RVMLogging.Sink, ObjectTable.Dead {
    private static final int MOST_FAILURES = 1000;
    /** A site that could not be read. */
    private static final RevMon.Spot IGNORED = new RevMon.Spot() {
        @Override
        public void fire(Object[] values) {}
    };

    private final Natives natives;
    private final ObjectTable objects = new ObjectTable(this);
    private final Product product = new Product(mostStates());
    private final Stepper stepper = new Stepper(objects, this);
    private final SpecTable[] specs;
    /** By spec; null where its Java could not be set up. */
    private final Engine[] engines;
    private int pairs;
    private final Violations violations = new Violations();
    private final Set<String> failures = Collections.synchronizedSet(new HashSet<String>());
    /** By site: SiteEntry, IGNORED, or null while it has not run. Guarded by `engines`. */
    private Object[] sites = new Object[256];

    Monitoring(byte[] tables, Natives natives) {
        this.natives = natives;
        specs = SpecTable.readAll(tables);
        engines = new Engine[specs.length];
        for (SpecTable spec : specs) {
            engines[spec.id] = makeEngine(spec);
        }
    }

    private Engine makeEngine(SpecTable spec) {
        try {
            Support support = spec.supportClass.isEmpty() ? null : Support.load(spec);
            if (support == null && !spec.supportClass.isEmpty()) {
                failure("spec " + spec.name + " is not monitored: a static initialiser failed");
                return null;
            }
            for (SpecTable.Event event : spec.events) {
                if (event.trigger == SpecTable.END_OBJECT) {
                    failure("spec " + spec.name + ": endObject() is not supported, event " + event.name + " never happens");
                }
            }
            Engine made = new Engine(spec, objects, support, this);
            pairs += made.pair() == null ? 0 : 1;
            return made;
        } catch (Throwable failed) {
            failure("spec " + spec.name + " is not monitored: " + failed);
            return null;
        }
    }

    final SpecTable[] specs() {
        return specs;
    }

    @Override
    public final RevMon.Spot spot(int code, Object[] values) {
        Current current = Current.get();
        boolean entered = current.enter();
        try {
            Object entry = entry(code >>> 2, code & 3, values);
            return entry == IGNORED ? IGNORED : ((SiteEntry) entry).place(code & 3);
        } catch (Throwable thrown) {
            contain("site " + (code >>> 2), thrown);
            return IGNORED;
        } finally {
            if (entered) {
                current.exit();
            }
        }
    }

    /** A site is reached. @param sparse by position: target, this, result, thrown, arguments */
    final void fire(int site, int moment, Object[] sparse) {
        Object entry = entry(site, moment, new Object[0]);
        if (entry != IGNORED) {
            ((SiteEntry) entry).place(moment).fireAny(((SiteEntry) entry).select(moment, sparse));
        }
    }

    /** Null: our own code runs on this thread, what it does is no event. */
    final Current enter() {
        Current current = Current.get();
        return current.enter() ? current : null;
    }

    /** How many pair specs there are (so far). */
    final int pairCount() {
        return pairs;
    }

    final Natives natives() {
        return natives;
    }

    final ObjectTable objects() {
        return objects;
    }

    final Product product() {
        return product;
    }

    final Stepper stepper() {
        return stepper;
    }

    /** Of the product automaton. */
    int mostStates() {
        return Product.MOST_STATES;
    }

    /** Is the thread changing the state of one of its objects right now? Stops it for a moment. */
    boolean isStepping(Thread thread) {
        return Stepper.isStepping(thread.getStackTrace());
    }

    /** Events that belong to no site: START_THREAD and its kind. */
    final void trigger(int trigger) {
        Current current = Current.get();
        if (!current.enter()) {
            return;
        }
        try {
            for (Engine engine : engines) {
                if (engine == null) {
                    continue;
                }
                for (SpecTable.Event event : engine.spec().events) {
                    Occurrence occurrence = event.trigger == trigger ? triggered(engine, event, current) : null;
                    if (occurrence != null) {
                        engine.fire(new Occurrence[] {occurrence}, null, SiteEntry.MOMENT_BEFORE, current);
                    }
                }
            }
        } catch (Throwable thrown) {
            contain("thread or program events", thrown);
        } finally {
            current.exit();
        }
    }

    private Occurrence triggered(Engine engine, SpecTable.Event event, Current current) {
        Object[] variables = new Object[event.parameters.length];
        for (int i = 0; i < variables.length; i++) {
            variables[i] = event.isThread[i] ? Thread.currentThread() : null;
        }
        for (String guard : event.guards) {
            if (!engine.support().guard(current, engine.support().method(guard), variables)) {
                return null;
            }
        }
        return occurrence(engine, event, variables, current);
    }

    private Object entry(int site, int moment, Object[] values) {
        synchronized (engines) {
            Object known = site < sites.length ? sites[site] : null;
            if (known != null) {
                return known;
            }
        }
        Object made = makeEntry(site, moment, values);
        synchronized (engines) {
            if (site >= sites.length) {
                sites = java.util.Arrays.copyOf(sites, Math.max(site + 1, sites.length * 2));
            }
            if (sites[site] == null) {
                sites[site] = made;
            }
            return sites[site];
        }
    }

    private Object makeEntry(int site, int moment, Object[] values) {
        byte[] info = natives.siteInfo(site);
        try {
            return info == null ? IGNORED : new SiteEntry(site, info, this, engines, moment, values);
        } catch (RuntimeException wrong) {
            failure("site " + site + " is not monitored: " + wrong);
            return IGNORED;
        }
    }

    /** Null when a test of the thread or a guard says no. */
    final Occurrence occurrence(Engine engine, SpecTable.Event event, Object[] variables, Current current) {
        for (SpecTable.ThreadTest test : event.threads) {
            if (!Threads.holds(test, variables)) {
                return null;
            }
        }
        if (event.trigger == SpecTable.JOIN_POINT) {
            for (String guard : event.guards) {
                if (!engine.support().guard(current, engine.support().method(guard), variables)) {
                    return null;
                }
            }
        }
        SpecTable spec = engine.spec();
        if (!spec.javamop && !event.testsHold(variables)) {
            return null;
        }
        Object[] parameters = new Object[spec.width];
        for (int i = 0; i < variables.length; i++) {
            if (event.parameters[i] >= 0) {
                parameters[event.parameters[i]] = variables[i];
            }
        }
        if (spec.perThread) {
            parameters[spec.width - 1] = runningThread();
        }
        return new Occurrence(event, parameters, variables);
    }

    /** Whose trace a perthread spec continues. */
    Object runningThread() {
        return Thread.currentThread();
    }

    @Override
    public void violation(SpecTable spec, int property, int handler, Instance instance, SiteEntry site, String message) {
        int place = site == null ? -1 : site.id;
        int test = Tests.current();
        if (Settings.select != null && engines[spec.id] != null) {
            engines[spec.id].brokenAt(site);
        }
        if (violations.add(spec.id, property, handler, place, test)) {
            String text = message.isEmpty() ? SpecMonitor.revmonDefaultMessage(spec.name, SiteEntry.siteOf(site)) : message;
            natives.violation(spec.id, property, handler, place, text, Thread.currentThread().getName(),
                    test + "\n" + describe(spec, instance) + trail(spec, property, handler, instance, place));
            violations.told(spec.id, property, handler, place);
        }
    }

    @Override
    public boolean again(SpecTable spec, int property, int handler, SiteEntry site) {
        return violations.addAgain(spec.id, property, handler, site == null ? -1 : site.id, Tests.current());
    }

    private static String describe(SpecTable spec, Instance instance) {
        StringBuilder text = new StringBuilder();
        for (int p = 0; p < spec.parameterNames.length; p++) {
            Object object = instance.revmonParameter(p);
            if (object != null) {
                text.append(text.length() == 0 ? "" : ", ").append(spec.parameterNames[p]).append('=');
                text.append(object.getClass().getName());
            }
        }
        return text.toString();
    }

    /** A line for each event that led there: its name and where it happened. */
    private String trail(SpecTable spec, int property, int handler, Instance instance, int place) {
        if (Settings.trail == 0 || engines[spec.id] == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        int[] trail = engines[spec.id].trailOf(instance);
        for (int i = 0; i < trail.length; i += 2) {
            text.append('\n').append(spec.events[trail[i]].name).append(' ').append(locationOf(trail[i + 1]));
        }
        if (property < 0) {
            // The body of an event runs before the event counts.
            text.append('\n').append(spec.events[handler].name).append(' ').append(locationOf(place));
        }
        return text.toString();
    }

    private String locationOf(int site) {
        synchronized (engines) {
            Object entry = site >= 0 && site < sites.length ? sites[site] : null;
            return Site.locationOf(entry instanceof SiteEntry ? ((SiteEntry) entry).site : null);
        }
    }

    /** As {@link Agent#statistics} describes it. */
    final byte[] statistics() {
        java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(engines.length * 24);
        for (Engine engine : engines) {
            for (long number : engine == null ? new long[3] : engine.statistics()) {
                out.putLong(number);
            }
        }
        return out.array();
    }

    /** The program is over. */
    final void flush() {
        if (Settings.traces > 0 || Settings.select != null) {
            natives.traces(Traces.LOCATIONS, TraceLocations.texts());
        }
        for (Engine engine : engines) {
            if (engine != null) {
                engine.flushRecord();
                engine.flushTraces();
            }
        }
    }

    final byte[] counts() {
        return violations.changes();
    }

    @Override
    public final void failure(String text) {
        if (failures.size() < MOST_FAILURES && failures.add(text)) {
            natives.failure(text);
        }
    }

    /** A spec's Java threw. */
    @Override
    public final void failed(String spec, String where, Throwable thrown) {
        failure("spec " + spec + ": " + where + " threw " + thrown.getClass().getName());
    }

    /** A spec's Java prints. */
    @Override
    public final void print(String spec, Site site, boolean err, RVMLogging.Level level, String text, boolean ends) {
        if (!Current.get().print(text, ends)) {
            failure("spec " + (spec == null ? "" : spec + " ") + "says outside of any event: " + text);
        }
    }

    @Override
    public final void gone(ObjectRecord record) {
        for (Links links : record.allLinks()) {
            engines[links.spec].gone(links);
        }
    }

    final void contain(String where, Throwable thrown) {
        passThreadDeath(thrown);
        try {
            StackTraceElement[] trace = thrown.getStackTrace();
            failure("at " + where + ": " + thrown.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]));
        } catch (Throwable duringReport) {
            // There is nobody left to tell.
        }
    }

    /** Somebody stopped the program's thread: that stays the program's. */
    static void passThreadDeath(Throwable thrown) {
        if (thrown != null && thrown.getClass().getName().equals("java.lang.ThreadDeath")) {
            throw (Error) thrown;
        }
    }
}
