package revmon.rt;

import java.util.ArrayList;
import java.util.List;

/** The events of one join point that one spec handles together, in declaration order. */
final class Moment {
    /** Did the conditions of an event hold for an instance, before any body of this moment had run? */
    static final class Trial {
        final Instance instance;
        final boolean holds;

        Trial(Instance instance, boolean holds) {
            this.instance = instance;
            this.holds = holds;
        }
    }

    final Occurrence[] occurrences;
    final SiteEntry site;
    final Current current;
    /** By occurrence; null where it concerns nobody. */
    final ObjectRecord[][] bindings;
    /** By occurrence; null where it has no conditions. */
    final List<List<Trial>> trials = new ArrayList<List<Trial>>(1);
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

    SpecTable.Event event(int i) {
        return occurrences[i].event;
    }

    /** Null: it was not asked. */
    Trial trial(int i, Instance instance) {
        for (Trial trial : trials.get(i)) {
            if (trial.instance == instance || trial.instance.equalsBinding(instance.objects)) {
                return trial;
            }
        }
        return null;
    }
}
