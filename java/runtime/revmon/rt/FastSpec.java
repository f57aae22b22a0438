package revmon.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A spec whose monitors are nothing but a state of one object: one parameter, which every event binds; automata; no Java
 * in conditions, bodies and handlers. There is one instance for each object, and no other rule of slicing can matter.
 *
 * <p>A cell is what such an instance remembers: the state of each property and which of its categories are settled. Cells
 * are numbered as they are met. Used under the product's lock.
 */
final class FastSpec {
    /** No instance yet. */
    static final int NONE = 0;
    /** An instance that can report nothing any more, whatever happens. */
    static final int DEAD = 1;

    private static final class Cell {
        final Object[] states;
        final long[] settled;

        Cell(Object[] states, long[] settled) {
            this.states = states;
            this.settled = settled;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cell && Arrays.equals(states, ((Cell) other).states)
                    && Arrays.equals(settled, ((Cell) other).settled);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(states) * 31 + Arrays.hashCode(settled);
        }
    }

    /** Categories of one property whose handlers are to be run. */
    static final class Verdict {
        final FastSpec spec;
        final int property;
        final long categories;

        Verdict(FastSpec spec, int property, long categories) {
            this.spec = spec;
            this.property = property;
            this.categories = categories;
        }
    }

    final SpecTable table;
    private final Reporter reporter;
    private final List<Cell> cells = new ArrayList<Cell>();
    private final Map<Cell, Integer> numbers = new HashMap<Cell, Integer>();

    FastSpec(SpecTable table, Reporter reporter) {
        this.table = table;
        this.reporter = reporter;
        cells.add(null);
        cells.add(null);
    }

    static boolean isFast(SpecTable table) {
        if (table.width != 1 || table.perThread || table.javamop || table.bodyBinds.length > 0 || table.properties.length == 0) {
            return false;
        }
        for (SpecTable.Event event : table.events) {
            if (event.binds != 1 || event.conditions.length > 0 || !event.body.isEmpty()) {
                return false;
            }
        }
        for (SpecTable.Property property : table.properties) {
            if (!(property.machine instanceof Machine.Dfa)) {
                return false;
            }
            for (SpecTable.Handler handler : property.handlers) {
                if (handler.code.isJava()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** One event: the cell it leads to. What is to be reported is added to `verdicts`. */
    int step(int from, SpecTable.Event event, List<Verdict> verdicts) {
        if (from == DEAD || from == NONE && !event.creates) {
            return from;
        }
        Cell before = from == NONE ? initial() : cells.get(from);
        int count = table.properties.length;
        Cell after = new Cell(new Object[count], new long[count]);
        boolean resets = false;
        for (int p = 0; p < count; p++) {
            SpecTable.Property property = table.properties[p];
            Object state = property.machine.step(before.states[p], event.symbol);
            after.states[p] = state;
            after.settled[p] = property.machine.permanent(state);
            long held = property.machine.categories(state);
            long reported = property.handled & (property.reportsOnce ? held & ~before.settled[p] : held);
            if (reported != 0) {
                verdicts.add(new Verdict(this, p, reported));
                resets |= resets(property, reported);
            }
        }
        return number(resets ? initial() : after);
    }

    private Cell initial() {
        int count = table.properties.length;
        Cell cell = new Cell(new Object[count], new long[count]);
        for (int p = 0; p < count; p++) {
            cell.states[p] = table.properties[p].machine.initial();
        }
        return cell;
    }

    private static boolean resets(SpecTable.Property property, long categories) {
        for (SpecTable.Handler handler : property.handlers) {
            if ((handler.bit & categories) != 0 && (handler.code.flags & SpecMonitor.RESET) != 0) {
                return true;
            }
        }
        return false;
    }

    private int number(Cell cell) {
        boolean canReport = false;
        for (int p = 0; p < cell.states.length; p++) {
            canReport |= table.properties[p].machine.canReport(cell.states[p], -1L);
        }
        if (!canReport) {
            return DEAD;
        }
        Integer known = numbers.get(cell);
        if (known == null) {
            known = cells.size();
            cells.add(cell);
            numbers.put(cell, known);
        }
        return known;
    }

    /** Runs the handlers; without any lock. */
    void report(Verdict verdict, Object object, SiteEntry site) {
        SpecTable.Handler[] handlers = table.properties[verdict.property].handlers;
        for (int h = 0; h < handlers.length; h++) {
            if ((handlers[h].bit & verdict.categories) == 0 || reporter.again(table, verdict.property, h, site)) {
                continue;
            }
            Code code = handlers[h].code;
            Instance instance = new Instance(new ObjectRecord[] {new ObjectRecord(object)}, 0);
            reporter.violation(table, verdict.property, h, instance, site, code.text(table.name, SiteEntry.siteOf(site)));
            if ((code.flags & SpecMonitor.SKIP) != 0) {
                reporter.failure("spec " + table.name + ": __SKIP has no effect, the call happens");
            }
        }
    }
}
