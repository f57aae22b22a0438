package revmon.rt;

/**
 * Events of one spec that go through its engine. Most of them can only concern monitors that exist already: where some
 * object that all such monitors bind is in none of the spec's, nothing is done.
 */
final class SlowOp extends Op {
    private final Place place;
    private final Engine engine;
    private final Hit[] hits;
    /** By hit: values that must be known to the spec, else the event changes nothing; null: it always counts. */
    private final int[][] keys;
    /** The short way, where there is one; else null. */
    private final SoloHit solo;

    SlowOp(Place place, Hit[] hits) {
        this.place = place;
        this.engine = hits[0].engine;
        this.hits = hits;
        keys = new int[hits.length][];
        for (int i = 0; i < hits.length; i++) {
            keys[i] = keysOf(hits[i]);
        }
        solo = SoloHit.of(place, hits);
    }

    int spec() {
        return engine.spec().id;
    }

    /** Null: there are several. */
    Hit onlyHit() {
        return hits.length == 1 ? hits[0] : null;
    }

    boolean isAwake() {
        return engine.isStarted();
    }

    /** A value that must be known to the spec for any of the events to count; -1: there is none. */
    int commonKey() {
        for (int candidate = 0; candidate < 3; candidate++) {
            boolean common = true;
            for (int[] each : keys) {
                boolean has = false;
                for (int i = 0; each != null && i < each.length; i++) {
                    has |= each[i] == candidate;
                }
                common &= has;
            }
            if (common) {
                return candidate;
            }
        }
        return -1;
    }

    /** None of the events counts before the spec has begun. */
    boolean canSleep() {
        for (Hit hit : hits) {
            if (!engine.maySkip(hit.event)) {
                return false;
            }
        }
        return true;
    }

    private int[] keysOf(Hit hit) {
        long wanted = engine.keysOf(hit.event);
        if (wanted == 0) {
            return null;
        }
        IntList found = new IntList();
        for (int i = 0; i < hit.event.parameters.length; i++) {
            int parameter = hit.event.parameters[i];
            // Where alternatives bind differently no position is sure.
            if (parameter >= 0 && (wanted >>> parameter & 1) != 0 && hit.residues.length == 1) {
                int position = hit.residues[0].variables[i];
                if (position >= 0) {
                    found.add(position);
                }
            }
        }
        int[] positions = new int[found.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = found.get(i);
        }
        return positions.length == 0 ? null : positions;
    }

    /** @param record of the value that is the {@link #commonKey} */
    void run(ObjectRecord record, Object a, Object b, Object c) {
        if (solo != null) {
            solo.run(record, a, b, c);
        } else {
            run(a, b, c);
        }
    }

    @Override
    void run(Object a, Object b, Object c) {
        if (solo != null) {
            solo.run(a, b, c);
            return;
        }
        boolean counts = false;
        try {
            for (int i = 0; i < hits.length && !counts; i++) {
                counts = keys[i] == null || areKnown(keys[i], a, b, c);
            }
        } catch (Throwable thrown) {
            place.contain(thrown);
        }
        if (counts) {
            place.fire(engine, hits, a, b, c);
        }
    }

    private boolean areKnown(int[] positions, Object a, Object b, Object c) {
        for (int position : positions) {
            Object value = position == 0 ? a : position == 1 ? b : c;
            if (value == null || !engine.knows(value)) {
                return false;
            }
        }
        return true;
    }
}
