package revmon.rt;

import java.util.Arrays;

/**
 * Which monitors of one spec are made. A monitor with all parameters that is not wanted is still remembered, as one that takes no
 * events: nothing of its objects is ever taken for the beginning of another, so no rule is reported as broken that was kept.
 *
 * <p>Of a spec without parameters there is one monitor; there, a place at which the rule was broken tells nothing new.
 *
 * <p>Used under the spec's lock, but for {@link #silence} and {@link #isSilent}.
 */
final class Selection {
    static final int OFF = 0;
    static final int VALG = 1;
    static final int RANDOM = 2;
    /** Of a record in src/trace/trace_file.h. */
    private static final int SELECTION = 9;

    /** What was asked for. */
    static final class Wish {
        final int mode;
        final Bandit.Values values;
        final double probability;
        final boolean creation;
        final boolean signalling;
        final long seed;

        /** @param numbers alpha, epsilon, delta, initial values of create and of skip, sample averages, probability, creation, signalling */
        Wish(int mode, double[] numbers, long seed) {
            this.mode = mode;
            values = new Bandit.Values(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5] != 0);
            probability = numbers[6];
            creation = numbers[7] != 0;
            signalling = numbers[8] != 0;
            this.seed = seed;
        }
    }

    /** Where monitors are made. */
    private static final class Source {
        final Bandit bandit;
        /** Made by the last decision; null: it made none. */
        Instance last;
        long created;
        long necessary;
        long skipped;

        Source(Bandit bandit) {
            this.bandit = bandit;
        }
    }

    private final SpecTable spec;
    private final Wish wish;
    private final long everything;
    /** By location. */
    private Source[] sources = new Source[8];
    /** Traces that some monitor was rewarded for, by position. */
    private final PositionMap known = new PositionMap();
    /** By location. */
    private volatile boolean[] silent = new boolean[0];

    Selection(SpecTable spec, Wish wish) {
        this.spec = spec;
        this.wish = wish;
        everything = (1L << spec.width) - 1;
    }

    /** Null: all monitors are made, all events are told. */
    static Selection of(SpecTable spec) {
        Wish wish = Settings.select;
        return wish == null || wish.mode == OFF ? null : new Selection(spec, wish);
    }

    /** A monitor is about to be known to others. False: it is to be {@link Instance#skipped}. */
    boolean wants(Instance made, SiteEntry site) {
        if (!wish.creation || spec.parameterNames.length == 0 || made.domain != everything) {
            return true;
        }
        Source source = sourceAt(site);
        boolean isNew = false;
        if (source.bandit.wantsReward() && wish.mode == VALG) {
            isNew = source.last.trace != 0 && known.get(source.last.trace, 0) == 0;
            if (isNew) {
                known.put(source.last.trace, 0, 1);
                source.necessary++;
            }
        }
        boolean wanted = wish.mode == VALG ? source.bandit.decide(isNew) : source.bandit.chance(wish.probability);
        source.last = wanted ? made : null;
        source.created += wanted ? 1 : 0;
        source.skipped += wanted ? 0 : 1;
        return wanted;
    }

    private Source sourceAt(SiteEntry site) {
        int location = site == null ? 0 : site.traceLocation;
        if (location >= sources.length) {
            sources = Arrays.copyOf(sources, location + location / 2 + 1);
        }
        if (sources[location] == null) {
            // The same in every run, whatever was met before.
            long place = (long) spec.name.hashCode() << 32 ^ Site.locationOf(SiteEntry.siteOf(site)).hashCode() & 0xffffffffL;
            sources[location] = new Source(new Bandit(wish.values, wish.seed * 0x9E3779B97F4A7C15L + place));
        }
        return sources[location];
    }

    /** The rule was broken here. */
    synchronized void silence(SiteEntry site) {
        if (!wish.signalling || wish.mode != VALG || spec.parameterNames.length > 0 || site == null) {
            return;
        }
        boolean[] longer = Arrays.copyOf(silent, Math.max(silent.length, site.traceLocation + 1));
        longer[site.traceLocation] = true;
        silent = longer;
    }

    boolean isSilent(SiteEntry site) {
        boolean[] now = silent;
        return site != null && site.traceLocation < now.length && now[site.traceLocation];
    }

    void flush(Natives natives) {
        TraceBytes out = new TraceBytes();
        for (int location = 0; location < sources.length; location++) {
            Source source = sources[location];
            if (source == null) {
                continue;
            }
            if (out.size() == 0) {
                out.text(spec.name);
            }
            out.number(location);
            out.number(source.created);
            out.number(source.necessary);
            out.number(source.skipped);
            out.number(source.bandit.isConverged() ? 1 : 0);
        }
        if (out.size() > 0) {
            natives.traces(SELECTION, out.toArray());
        }
    }
}
