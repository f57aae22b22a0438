package revmon.rt;

/**
 * Shall a monitor be made at this place? src/trace/bandit.h describes the algorithm; the arithmetic here is the same, operation by
 * operation, so both make the same decisions for the same seed.
 */
final class Bandit {
    /** Hyperparameters. */
    static final class Values {
        final double alpha;
        final double epsilon;
        final double delta;
        final double create;
        final double skip;
        final boolean sampleAverage;

        Values(double alpha, double epsilon, double delta, double create, double skip, boolean sampleAverage) {
            this.alpha = alpha;
            this.epsilon = epsilon;
            this.delta = delta;
            this.create = create;
            this.skip = skip;
            this.sampleAverage = sampleAverage;
        }
    }

    private final Values values;
    private long random;
    private double qc;
    private double qn;
    private long steps;
    private long created;
    private long skipped;
    private long duplicates;
    private boolean last;
    private boolean converged;
    private boolean fixed;

    Bandit(Values values, long seed) {
        this.values = values;
        random = seed;
        qc = values.create;
        qn = values.skip;
    }

    /** splitmix64. In [0, 1). */
    private double nextUnit() {
        random += 0x9E3779B97F4A7C15L;
        long z = random;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return ((z ^ z >>> 31) >>> 11) * 0x1.0p-53;
    }

    /** A decision that learns nothing. */
    boolean chance(double probability) {
        return nextUnit() < probability;
    }

    /** Does {@link #decide} read `isNew`? */
    boolean wantsReward() {
        return !converged && steps > 0 && last;
    }

    private void reward(boolean isNew) {
        if (last) {
            created++;
            duplicates += isNew ? 0 : 1;
            double reward = isNew ? 1.0 : 0.0;
            double step = values.sampleAverage ? 1.0 / created : values.alpha;
            qc = qc + step * (reward - qc);
        } else {
            skipped++;
            double reward = created == 0 ? 0.0 : (double) duplicates / created;
            double step = values.sampleAverage ? 1.0 / skipped : values.alpha;
            qn = qn + step * (reward - qn);
        }
    }

    /** True: make the monitor. @param isNew is the trace new of the monitor that the last decision made? */
    boolean decide(boolean isNew) {
        if (converged) {
            return fixed;
        }
        if (steps++ == 0) {
            last = qc >= qn;
            return last;
        }
        reward(isNew);
        if (Math.abs(1.0 - Math.abs(qc - qn)) < values.delta) {
            converged = true;
            fixed = qc > qn;
        }
        boolean explores = nextUnit() < values.epsilon;
        last = explores ? nextUnit() < 0.5 : qc > qn;
        return last;
    }

    double qc() {
        return qc;
    }

    double qn() {
        return qn;
    }

    boolean isConverged() {
        return converged;
    }
}
