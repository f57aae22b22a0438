package revmon.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A spec over a parent and a child (a collection and its iterator) whose monitors live with the child alone.
 *
 * <p>Monitors are made by events that bind both, and nothing is reported at events of the parent alone. Then a parent need
 * not know its children: it counts its events in a {@link Cell}, and a child catches up on its own next event. No list of
 * children, no weak reference to them, and most events of a parent find that no child has looked since the last one.
 *
 * <p>What has been missed is known by when each kind of parent event was last: valid where a sequence of parent events does
 * the same as its kinds in order of their last occurrence (x w x = w x for every kind x and sequence w), which is checked
 * over all sequences by their effect on the states. Events that have the same effect on every state are one kind.
 *
 * <p>Threads: a child's word (epoch, state) changes under its cell's lock, and so does the cell, once others know them. An
 * event that finds the epoch current and changes nothing needs no lock: it may be taken to have happened when the word was
 * read.
 */
final class PairSpec {
    private static final int MOST_EFFECTS = 256;
    private static final int MOST_KINDS = 4;
    private static final int MOST_STATES = 64;

    /** What a parent remembers for one spec: how many events there were, and when each kind was last. */
    static final class Cell {
        final PairSpec spec;
        final ObjectRecord parent;
        volatile int epoch;
        /** By kind; 0: never. */
        final int[] lastOf;
        int lastKind = -1;
        /** Some child is at the current epoch. */
        volatile boolean isSeen;
        final Cell next;

        Cell(PairSpec spec, ObjectRecord parent, Cell next) {
            this.spec = spec;
            this.parent = parent;
            this.next = next;
            lastOf = new int[spec.kinds];
        }
    }

    /** A monitor: kept with the child. */
    static final class Tie {
        final PairSpec spec;
        /** Of the spec among pair specs. */
        final int index;
        final Cell cell;
        /** Epoch and state. */
        volatile long word;
        /** As good as no monitor, for ever: passed over by events, and soon out of the list. Set under the cell's lock. */
        volatile boolean isOver;
        final Tie next;

        Tie(Cell cell, long word, Tie next) {
            this.spec = cell.spec;
            this.index = cell.spec.index;
            this.cell = cell;
            this.word = word;
            this.next = next;
        }
    }

    final SpecTable table;
    /** Among all pair specs. */
    final int index;
    final int parent;
    final int child;
    private final Monitoring monitoring;
    private final SpecTable.Property property;
    private final Machine.Dfa machine;
    /** By event of the parent alone: its kind; else -1. */
    private final int[] kindOf;
    private final int kinds;
    /** By event and state: the next state plus 1; 0 where something is to be reported. */
    private final int[][] rows;
    private final int[][] effects;
    /** By state: whatever happens, it reports and becomes what no monitor at all would. */
    private final boolean[] likeNone;

    private PairSpec(SpecTable table, int index, int child, int[][] effects, int[] kindOf, Monitoring monitoring) {
        this.table = table;
        this.index = index;
        this.child = child;
        this.parent = 1 - child;
        this.monitoring = monitoring;
        this.effects = effects;
        this.kindOf = kindOf;
        kinds = effects.length;
        property = table.properties[0];
        machine = (Machine.Dfa) property.machine;
        rows = new int[table.events.length][machine.size()];
        for (SpecTable.Event event : table.events) {
            for (int state = 0; state < machine.size(); state++) {
                int next = machine.next(state, event.symbol);
                rows[event.index][state] = reported(state, next) == 0 ? next + 1 : 0;
            }
        }
        likeNone = likeNone();
    }

    /** The largest set of states that creating events leave as they leave none, and the others quietly inside the set. */
    private boolean[] likeNone() {
        boolean[] like = new boolean[machine.size()];
        Arrays.fill(like, true);
        for (boolean changed = true; changed;) {
            changed = false;
            for (int state = 0; state < like.length; state++) {
                if (like[state] && !isLikeNone(state, like)) {
                    like[state] = false;
                    changed = true;
                }
            }
        }
        return like;
    }

    private boolean isLikeNone(int state, boolean[] like) {
        for (SpecTable.Event event : table.events) {
            int[] row = rows[event.index];
            if (event.creates ? row[state] != row[0] || row[0] == 0 : row[state] == 0 || !like[row[state] - 1]) {
                return false;
            }
        }
        return true;
    }

    private long reported(int before, int after) {
        long held = machine.categoriesOf(after);
        return property.handled & (property.reportsOnce ? held & ~machine.permanentOf(before) : held);
    }

    /** Null: it is no such spec. */
    static PairSpec of(SpecTable table, int index, Monitoring monitoring) {
        if (table.width != 2 || table.perThread || table.javamop || table.bodyBinds.length > 0 || table.maximalBinding
                || table.properties.length != 1 || !(table.properties[0].machine instanceof Machine.Dfa)) {
            return null;
        }
        SpecTable.Property property = table.properties[0];
        Machine.Dfa machine = (Machine.Dfa) property.machine;
        boolean plain = machine.size() <= MOST_STATES && (machine.permanentOf(0) & property.handled) == 0;
        for (SpecTable.Handler handler : property.handlers) {
            plain &= !handler.code.isJava();
        }
        for (SpecTable.Event event : table.events) {
            plain &= event.binds != 0 && (!event.creates || event.binds == 3) && event.conditions.length == 0
                    && event.body.isEmpty();
        }
        for (int child = 1; plain && child >= 0; child--) {
            int[] kindOf = new int[table.events.length];
            int[][] effects = effectsOf(table, machine, 1L << 1 - child, kindOf);
            if (effects != null && isSettledByLast(effects)) {
                return new PairSpec(table, index, child, effects, kindOf, monitoring);
            }
        }
        return null;
    }

    /** What the parent's events do to each state, each effect once; null: too many, or one of them reports. */
    private static int[][] effectsOf(SpecTable table, Machine.Dfa machine, long parent, int[] kindOf) {
        List<int[]> effects = new ArrayList<int[]>();
        for (SpecTable.Event event : table.events) {
            kindOf[event.index] = -1;
            if (event.binds != parent) {
                continue;
            }
            int[] effect = new int[machine.size()];
            for (int state = 0; state < effect.length; state++) {
                effect[state] = machine.next(state, event.symbol);
                if ((machine.categoriesOf(effect[state]) & table.properties[0].handled) != 0) {
                    return null;
                }
            }
            for (int k = 0; k < effects.size(); k++) {
                kindOf[event.index] = Arrays.equals(effects.get(k), effect) ? k : kindOf[event.index];
            }
            if (kindOf[event.index] < 0) {
                kindOf[event.index] = effects.size();
                effects.add(effect);
            }
        }
        return effects.size() > MOST_KINDS ? null : effects.toArray(new int[0][]);
    }

    /** x w x = w x for all kinds x and all sequences w. */
    static boolean isSettledByLast(int[][] effects) {
        Set<List<Integer>> known = new LinkedHashSet<List<Integer>>();
        List<int[]> work = new ArrayList<int[]>();
        int[] identity = new int[effects.length == 0 ? 0 : effects[0].length];
        for (int i = 0; i < identity.length; i++) {
            identity[i] = i;
        }
        work.add(identity);
        for (int at = 0; at < work.size(); at++) {
            int[] word = work.get(at);
            for (int[] x : effects) {
                int[] wx = then(word, x);
                if (!Arrays.equals(then(x, wx), wx)) {
                    return false;
                }
                List<Integer> key = new ArrayList<Integer>();
                for (int state : wx) {
                    key.add(state);
                }
                if (known.add(key)) {
                    work.add(wx);
                }
            }
            if (work.size() > MOST_EFFECTS) {
                return false;
            }
        }
        return true;
    }

    private static int[] then(int[] first, int[] second) {
        int[] both = new int[first.length];
        for (int i = 0; i < both.length; i++) {
            both[i] = second[first[i]];
        }
        return both;
    }

    boolean isOfParent(SpecTable.Event event) {
        return kindOf[event.index] >= 0;
    }

    boolean isOfChild(SpecTable.Event event) {
        return event.binds == 1L << child;
    }

    int[] row(SpecTable.Event event) {
        return rows[event.index];
    }

    int kind(SpecTable.Event event) {
        return kindOf[event.index];
    }

    /** An event with these objects, by parameter. Those it binds are not null. */
    void fire(SpecTable.Event event, Object[] parameters, SiteEntry site) {
        if (isOfParent(event)) {
            ObjectRecord record = monitoring.objects().find(parameters[parent], false);
            for (Cell cell = record == null ? null : record.cells; cell != null; cell = cell.next) {
                if (cell.spec == this) {
                    parentEvent(cell, kindOf[event.index]);
                }
            }
        } else if (isOfChild(event)) {
            ObjectRecord record = monitoring.objects().find(parameters[child], false);
            for (Tie tie = record == null ? null : record.ties; tie != null; tie = tie.next) {
                if (tie.spec == this) {
                    childEvent(tie, event, parameters[child], site);
                }
            }
        } else {
            both(event, parameters[parent], parameters[child], site);
        }
    }

    @ForceInline
    static void parentEvent(Cell cell, int kind) {
        if (cell.isSeen || cell.lastKind != kind) {
            count(cell, kind);
        }
    }

    @DontInline
    private static void count(Cell cell, int kind) {
        synchronized (cell) {
            int now = cell.epoch + 1;
            cell.lastOf[kind] = now;
            cell.lastKind = kind;
            cell.isSeen = false;
            cell.epoch = now;
        }
    }

    /** False: the monitor is over, and the event has not happened to it. */
    static boolean childEvent(Tie tie, SpecTable.Event event, Object object, SiteEntry site) {
        return isStill(tie, tie.spec.rows[event.index]) || tie.spec.step(tie, event, object, site);
    }

    /** Nothing has been missed, and nothing happens. */
    @ForceInline
    static boolean isStill(Tie tie, int[] row) {
        long word = tie.word;
        int state = (int) word;
        return (int) (word >>> 32) == tie.cell.epoch && row[state] == state + 1;
    }

    /** False: the monitor is over. */
    @DontInline
    boolean step(Tie tie, SpecTable.Event event, Object object, SiteEntry site) {
        try {
            long reported;
            synchronized (tie.cell) {
                if (tie.isOver) {
                    return false;
                }
                int before = caughtUp(tie);
                int after = machine.next(before, event.symbol);
                reported = reported(before, after);
                put(tie, reported != 0 && resets(reported) ? 0 : after);
            }
            if (reported != 0) {
                report(reported, tie, object, site);
            }
        } catch (Throwable thrown) {
            monitoring.contain("site " + (site == null ? -1 : site.id), thrown);
        }
        return true;
    }

    /** Under the cell's lock. */
    private int caughtUp(Tie tie) {
        long word = tie.word;
        int state = (int) word;
        int seen = (int) (word >>> 32);
        // Kinds that were missed, in the order of their last occurrence.
        while (seen != tie.cell.epoch) {
            int kind = -1;
            for (int k = 0; k < kinds; k++) {
                int last = tie.cell.lastOf[k];
                if (last - seen > 0 && (kind < 0 || last - tie.cell.lastOf[kind] < 0)) {
                    kind = k;
                }
            }
            state = effects[kind][state];
            seen = tie.cell.lastOf[kind];
        }
        return state;
    }

    private static void put(Tie tie, int state) {
        tie.cell.isSeen = true;
        tie.word = (long) tie.cell.epoch << 32 | state;
    }

    private boolean resets(long categories) {
        for (SpecTable.Handler handler : property.handlers) {
            if ((handler.bit & categories) != 0 && (handler.code.flags & SpecMonitor.RESET) != 0) {
                return true;
            }
        }
        return false;
    }

    /** An event that binds both. */
    @DontInline
    void both(SpecTable.Event event, Object parentObject, Object childObject, SiteEntry site) {
        try {
            ObjectRecord childRecord = monitoring.objects().find(childObject, event.creates);
            ObjectRecord parentRecord = monitoring.objects().find(parentObject, event.creates);
            if (childRecord == null || parentRecord == null) {
                return;
            }
            Tie tie = find(childRecord.ties, parentRecord);
            if (tie == null && event.creates) {
                // Made where the event leads; where it reports something, that is left to the step below.
                int after = rows[event.index][0];
                tie = add(childRecord, parentRecord, after == 0 ? 0 : after - 1);
                tie = tie == null && after == 0 ? find(childRecord.ties, parentRecord) : tie;
            }
            while (tie != null && !childEvent(tie, event, childObject, site) && event.creates) {
                tie = add(childRecord, parentRecord, rows[event.index][0] - 1);
            }
        } catch (Throwable thrown) {
            monitoring.contain("site " + (site == null ? -1 : site.id), thrown);
        }
    }

    private Tie find(Tie first, ObjectRecord parentRecord) {
        for (Tie tie = first; tie != null; tie = tie.next) {
            if (tie.spec == this && tie.cell.parent == parentRecord && !tie.isOver) {
                return tie;
            }
        }
        return null;
    }

    /**
     * A new monitor in this state; null, or the one that another thread has made before. Without lock: the epoch is read
     * before the cell is marked as seen, so an event of the parent in between leaves the child behind, never the cell unseen.
     */
    private Tie add(ObjectRecord childRecord, ObjectRecord parentRecord, int state) {
        Cell cell = cellOf(parentRecord);
        while (true) {
            Tie first = childRecord.ties;
            // An object that meets a new parent again and again would otherwise keep, and be asked for, every one of them.
            while (first != null && isOver(first)) {
                childRecord.replaceTies(first, first.next);
                first = childRecord.ties;
            }
            Tie known = find(first, parentRecord);
            if (known != null) {
                return known;
            }
            Tie fresh = new Tie(cell, (long) cell.epoch << 32 | state, first);
            cell.isSeen = true;
            if (childRecord.replaceTies(first, fresh)) {
                return null;
            }
        }
    }

    private static boolean isOver(Tie tie) {
        if (!tie.isOver && tie.spec.likeNone[(int) tie.word]) {
            synchronized (tie.cell) {
                tie.isOver = tie.spec.likeNone[tie.spec.caughtUp(tie)];
            }
        }
        return tie.isOver;
    }

    private Cell cellOf(ObjectRecord parentRecord) {
        Cell known = cellIn(parentRecord.cells);
        if (known != null) {
            return known;
        }
        synchronized (parentRecord) {
            Cell cell = cellIn(parentRecord.cells);
            if (cell == null) {
                cell = new Cell(this, parentRecord, parentRecord.cells);
                parentRecord.cells = cell;
            }
            return cell;
        }
    }

    private Cell cellIn(Cell first) {
        Cell cell = first;
        while (cell != null && cell.spec != this) {
            cell = cell.next;
        }
        return cell;
    }

    private void report(long categories, Tie tie, Object object, SiteEntry site) {
        for (int h = 0; h < property.handlers.length; h++) {
            Code code = property.handlers[h].code;
            if ((property.handlers[h].bit & categories) == 0 || monitoring.again(table, 0, h, site)) {
                continue;
            }
            ObjectRecord[] objects = new ObjectRecord[2];
            objects[parent] = tie.cell.parent;
            objects[child] = new ObjectRecord(object);
            Instance instance = new Instance(objects, 0);
            monitoring.violation(table, 0, h, instance, site, code.text(table.name, SiteEntry.siteOf(site)));
            if ((code.flags & SpecMonitor.SKIP) != 0) {
                monitoring.failure("spec " + table.name + ": __SKIP has no effect, the call happens");
            }
        }
    }
}
