package revmon.rt;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** An event of a pair spec that binds both objects. */
final class BothOp extends Op {
    @Stable private final PairSpec spec;
    @Stable private final SpecTable.Event event;
    /** Of the values, plus 1. */
    @Stable private final int parent;
    @Stable private final int child;
    @Stable private final SiteEntry site;

    BothOp(PairSpec spec, SpecTable.Event event, int parent, int child, SiteEntry site) {
        this.spec = spec;
        this.event = event;
        this.parent = parent + 1;
        this.child = child + 1;
        this.site = site;
    }

    @Override
    @ForceInline
    void run(Object a, Object b, Object c) {
        Object above = pick(parent, a, b, c);
        Object below = pick(child, a, b, c);
        if (above != null && below != null) {
            spec.both(event, above, below, site);
        }
    }
}
