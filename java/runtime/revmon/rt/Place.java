package revmon.rt;

import java.util.ArrayList;
import java.util.List;
import java.util.RevMon;

/** What happens at one moment of a woven site. */
final class Place extends RevMon.Spot {
    /** The events of one spec. */
    private static final class Group {
        final Engine engine;
        final List<Hit> hits = new ArrayList<Hit>(1);

        Group(Engine engine) {
            this.engine = engine;
        }
    }

    final SiteEntry site;
    private final int moment;
    private final Monitoring monitoring;
    private final Group[] groups;

    /** @param hits spec by spec */
    Place(SiteEntry site, int moment, List<Hit> hits, Monitoring monitoring) {
        this.site = site;
        this.moment = moment;
        this.monitoring = monitoring;
        List<Group> found = new ArrayList<Group>();
        for (Hit hit : hits) {
            if (found.isEmpty() || found.get(found.size() - 1).engine != hit.engine) {
                found.add(new Group(hit.engine));
            }
            found.get(found.size() - 1).hits.add(hit);
        }
        groups = found.toArray(new Group[0]);
    }

    @Override
    public final void fire(Object[] values) {
        monitoring.fire(this, values);
    }

    /** By the entry that woven code would use. */
    final void fireAny(Object[] values) {
        switch (values.length) {
            case 0:
                fire();
                break;
            case 1:
                fire(values[0]);
                break;
            case 2:
                if (values[0] instanceof Boolean) {
                    fire((Boolean) values[0], values[1]);
                } else {
                    fire(values[0], values[1]);
                }
                break;
            case 3:
                fire(values[0], values[1], values[2]);
                break;
            default:
                fire(values);
        }
    }

    /** Inside our guard. */
    final void run(Object[] values, Current current) {
        if (site.flows.length == 0) {
            runEvents(values, current);
        } else if (moment == SiteEntry.MOMENT_BEFORE) {
            // cflow holds at the join point itself, cflowbelow only inside.
            current.open(site.id, raised(false, values, current));
            runEvents(values, current);
            current.open(site.id, raised(true, values, current));
        } else {
            current.close(site.id);
            runEvents(values, current);
            current.close(site.id);
        }
    }

    private IntList raised(boolean below, Object[] values, Current current) {
        IntList raised = new IntList();
        for (SiteEntry.Flow flow : site.flows) {
            if (flow.below != below) {
                continue;
            }
            for (Residue residue : flow.residues) {
                if (residue.guards.length == 0 && residue.typesAndFlowsHold(values, current)) {
                    raised.add(flow.id);
                    break;
                }
            }
        }
        return raised;
    }

    private void runEvents(Object[] values, Current current) {
        for (Group group : groups) {
            List<Occurrence> occurrences = new ArrayList<Occurrence>(group.hits.size());
            for (Hit hit : group.hits) {
                Object[] bound = hit.variables(values, current);
                Occurrence occurrence = bound == null ? null : monitoring.occurrence(group.engine, hit.event, bound, current);
                if (occurrence != null) {
                    occurrences.add(occurrence);
                }
            }
            if (!occurrences.isEmpty()) {
                group.engine.fire(occurrences.toArray(new Occurrence[0]), site, moment, current);
            }
        }
    }
}
