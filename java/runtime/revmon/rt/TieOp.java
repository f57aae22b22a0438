package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** Events of pair specs happen to a child. */
final class TieOp extends RecordOp {
    /** By pair spec; null: no event of it. */
    private final SpecTable.Event[] events;
    @Stable private final int[][] rows;
    @Stable private final SiteEntry site;

    TieOp(int value, SpecTable.Event[] events, PairSpec[] specs, ObjectTable objects, SiteEntry site) {
        super(value, objects);
        this.events = events;
        rows = new int[events.length][];
        for (int i = 0; i < events.length; i++) {
            rows[i] = events[i] == null ? null : specs[i].row(events[i]);
        }
        this.site = site;
    }

    @Override
    @ForceInline
    void run(ObjectRecord record, Object object, Object a, Object b, Object c) {
        for (PairSpec.Tie tie = record.ties; tie != null; tie = tie.next) {
            int[] row = rows[tie.index];
            if (row != null && !PairSpec.isStill(tie, row)) {
                tie.spec.step(tie, events[tie.index], object, site);
            }
        }
    }
}
