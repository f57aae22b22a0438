package revmon.rt;

import java.util.ArrayList;
import java.util.List;

/** One woven site as src/weave/site_info.h describes it: where it is, and what happens there at each moment. */
final class SiteEntry {
    static final int MOMENT_BEFORE = 0;
    static final int MOMENTS = 3;
    private static final int TARGET = 0;
    private static final int RESULT = 2;

    static final class Flow {
        final int id;
        final boolean below;
        /** By position in what is passed before the join point. */
        Residue[] residues;

        Flow(TableReader in) {
            id = in.i4();
            below = in.flag();
            residues = Residue.readAll(in, null);
        }
    }

    final int id;
    final Site site;
    /** As {@link TraceLocations} numbers it; 0 unless traces are kept or monitors selected. */
    final int traceLocation;
    final Flow[] flows;
    /** By moment: the positions of the values that are passed, in this order. */
    private final int[][] passed = new int[MOMENTS][];
    private final Place[] places = new Place[MOMENTS];

    /**
     * @param engines by spec; null where a spec is not monitored
     * @param moment of its first run, and the values: they may know the class that declares what is called
     */
    SiteEntry(int id, byte[] info, Monitoring monitoring, Engine[] engines, int moment, Object[] values) {
        this.id = id;
        TableReader in = new TableReader(info);
        String location = in.text();
        traceLocation = Settings.traces > 0 || Settings.select != null ? TraceLocations.number(location) : 0;
        String file = in.text();
        int line = in.i4();
        String kind = in.text();
        String declaringType = in.text();
        String name = in.text();
        String parameters = in.text();
        int modifiers = in.s2() & 0xffff;
        boolean initialises = kind.equals("staticinitialization");
        Match[] matches = new Match[in.count()];
        for (int i = 0; i < matches.length; i++) {
            matches[i] = new Match(in, monitoring.specs(), engines);
        }
        flows = new Flow[in.count()];
        for (int i = 0; i < flows.length; i++) {
            flows[i] = new Flow(in);
        }
        List<List<Hit>> hits = hitsOf(matches, engines, initialises);
        for (Flow flow : flows) {
            flow.residues = Residue.passedAs(flow.residues, passed[MOMENT_BEFORE]);
        }
        Object target = valueOf(TARGET, moment, values);
        Class<?> declaring = initialises && target instanceof Class ? (Class<?>) target
                : target == null ? null : Types.findSupertype(target.getClass(), declaringType);
        MemberSignature signature = new MemberSignature(name, modifiers, declaring, declaringType, parameters);
        site = new Site(kind, location, file.isEmpty() ? null : file, line, signature);
        for (int at = 0; at < MOMENTS; at++) {
            places[at] = new Place(this, at, hits.get(at), passed[at].length, monitoring);
        }
    }

    private static final class Match {
        final int spec;
        final SpecTable.Event event;
        final Residue[] residues;

        Match(TableReader in, SpecTable[] specs, Engine[] engines) {
            spec = in.i4();
            event = specs[spec].events[in.i4()];
            residues = Residue.readAll(in, engines[spec] == null ? null : engines[spec].support());
        }
    }

    private List<List<Hit>> hitsOf(Match[] matches, Engine[] engines, boolean passesTarget) {
        List<List<Hit>> hits = new ArrayList<List<Hit>>();
        for (int moment = 0; moment < MOMENTS; moment++) {
            passed[moment] = passedAt(moment, matches, passesTarget);
            hits.add(new ArrayList<Hit>());
            for (Match match : matches) {
                if (match.event.happensAt(moment) && engines[match.spec] != null) {
                    Residue[] placed = Residue.passedAs(match.residues, passed[moment]);
                    hits.get(moment).add(new Hit(engines[match.spec], match.event, placed));
                }
            }
        }
        return hits;
    }

    /** The rule of src/weave/site_code.h: what some event of the moment names, the result first, then ascending. */
    private int[] passedAt(int moment, Match[] matches, boolean passesTarget) {
        java.util.TreeSet<Integer> positions = new java.util.TreeSet<Integer>();
        for (Flow flow : flows) {
            for (int i = 0; moment == MOMENT_BEFORE && i < flow.residues.length; i++) {
                for (Residue.TypeTest test : flow.residues[i].types) {
                    positions.add(test.position);
                }
            }
        }
        for (Match match : matches) {
            if (!match.event.happensAt(moment)) {
                continue;
            }
            if (passesTarget) {
                positions.add(TARGET);
            }
            for (Residue residue : match.residues) {
                for (int position : residue.variables) {
                    positions.add(position);
                }
                for (Residue.TypeTest test : residue.types) {
                    positions.add(test.position);
                }
            }
        }
        IntList ordered = new IntList();
        if (positions.contains(RESULT)) {
            ordered.add(RESULT);
        }
        for (int position : positions) {
            if (position >= 0 && position != RESULT) {
                ordered.add(position);
            }
        }
        int[] all = new int[ordered.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = ordered.get(i);
        }
        return all;
    }

    private Object valueOf(int position, int moment, Object[] values) {
        for (int i = 0; i < passed[moment].length && i < values.length; i++) {
            if (passed[moment][i] == position) {
                return values[i];
            }
        }
        return null;
    }

    Place place(int moment) {
        return places[moment];
    }

    /** @param sparse by position: target, this, result, thrown, arguments; what is passed of it at that moment */
    Object[] select(int moment, Object[] sparse) {
        Object[] values = new Object[passed[moment].length];
        for (int i = 0; i < values.length; i++) {
            int position = passed[moment][i];
            values[i] = position < sparse.length ? sparse[position] : null;
        }
        return values;
    }

    static Site siteOf(SiteEntry entry) {
        return entry == null ? null : entry.site;
    }
}
