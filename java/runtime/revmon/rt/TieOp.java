package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** Events of pair specs happen to a child. */
final class TieOp extends Op {
    /** Of the values, plus 1. */
    @Stable private final int value;
    /** By pair spec; null: no event of it. */
    private final SpecTable.Event[] events;
    @Stable private final int[][] rows;
    @Stable private final ObjectTable objects;
    @Stable private final SiteEntry site;

    TieOp(int value, SpecTable.Event[] events, PairSpec[] specs, ObjectTable objects, SiteEntry site) {
        this.value = value + 1;
        this.events = events;
        rows = new int[events.length][];
        for (int i = 0; i < events.length; i++) {
            rows[i] = events[i] == null ? null : specs[i].row(events[i]);
        }
        this.objects = objects;
        this.site = site;
    }

    @Override
    @ForceInline
    void run(Object a, Object b, Object c) {
        Object object = value == 1 ? a : value == 2 ? b : c;
        if (object == null) {
            return;
        }
        ObjectRecord record = PairSpec.recordOf(object, objects);
        if (record == null) {
            return;
        }
        for (PairSpec.Tie tie = record.ties; tie != null; tie = tie.next) {
            int[] row = rows[tie.index];
            if (row != null && !PairSpec.isStill(tie, row)) {
                tie.spec.step(tie, events[tie.index], object, site);
            }
        }
    }
}
