package revmon.rt;

import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Every event of one spec as a line of a trace (src/monitor/trace.h), in the order in which the engine takes them.
 * Used under the engine's lock; what is full goes to the agent at once.
 */
final class Recorder {
    private static final int FULL = 1 << 15;
    private static final Charset UTF8 = Charset.forName("UTF-8");
    private static final AtomicLong OBJECTS = new AtomicLong();

    private final SpecTable spec;
    private final StringBuilder lines = new StringBuilder();

    Recorder(SpecTable spec) {
        this.spec = spec;
    }

    /**
     * @param accepted false: its conditions did not hold
     * @param mixed they held for some monitors only, which a trace cannot say
     */
    void add(SpecTable.Event event, ObjectRecord[] binding, SiteEntry site, boolean accepted, boolean mixed) {
        lines.append(accepted ? "" : "!").append(event.name);
        for (int p = 0; p < spec.parameterNames.length; p++) {
            if (binding[p] != null) {
                lines.append(' ').append(spec.parameterNames[p]).append('=').append(numberOf(binding[p]));
            }
        }
        Thread thread = Thread.currentThread();
        lines.append(" %").append(spec.perThread ? "t" + numberOf(binding[spec.width - 1]) : "t" + idOf(thread));
        if (site != null) {
            lines.append(" @").append(Site.locationOf(site.site).replace(' ', '_'));
        }
        lines.append(mixed ? " # mixed\n" : "\n");
        if (lines.length() >= FULL) {
            flush();
        }
    }

    @SuppressWarnings("deprecation") // threadId() is of Java 19
    private static long idOf(Thread thread) {
        return thread.getId();
    }

    private static long numberOf(ObjectRecord record) {
        synchronized (record) {
            if (record.number == 0) {
                record.number = OBJECTS.incrementAndGet();
            }
            return record.number;
        }
    }

    void flush() {
        if (lines.length() > 0) {
            Agent.record(spec.id, lines.toString().getBytes(UTF8));
            lines.setLength(0);
        }
    }
}
