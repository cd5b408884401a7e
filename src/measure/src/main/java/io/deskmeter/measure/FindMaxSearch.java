package io.deskmeter.measure;

import io.deskmeter.workload.Load;
import java.util.List;

/**
 * The search for the largest number of sessions that keeps the thresholds. It starts with the hint, or with what a first point cost; grows
 * until a point fails; then measures where {@link LoadCurve} places the knee, until that is known to the precision asked for; and repeats the
 * largest point that holds. The rules stand in {@code docs/measurement.md}.
 */
final class FindMaxSearch {
    /** After so many points the search answers with what it knows. */
    static final int MOST_POINTS = 16;

    /** How often the answer must have been measured as a load point of its own. */
    private static final int TIMES_VERIFIED = 2;

    private static final double MOST_GROWTH = 8;
    private static final double BLIND_GROWTH = 2;
    private static final double LEAST_GROWTH = 1.08;

    /** How busy the processors are at the knee, roughly: interactive work is slow before they are full. */
    private static final double CPU_AT_KNEE = 0.85;

    /** Within half of the threshold nothing is known of the knee yet. */
    private static final double FAR = Math.log(0.5);

    private static final double TWO_SIDED_95 = 1.96;

    private final Load.FindMax load;
    private final List<MeasuredPoint> measured;
    private final Findings findings;
    private final int maxExtensions;

    FindMaxSearch(Load.FindMax load, List<MeasuredPoint> measured, int maxExtensions) {
        this.load = load;
        this.measured = measured;
        this.findings = new Findings(measured);
        this.maxExtensions = maxExtensions;
    }

    Next next() {
        if (measured.isEmpty()) {
            return new Next.Measure(load.hint().orElse(load.from()));
        }
        MeasuredPoint last = measured.get(measured.size() - 1);
        if (!Findings.judged(last.summary())) {
            return done(findings.passing(), new Interval(findings.passing(), Double.POSITIVE_INFINITY));
        }
        if (last.summary().verdict() == Verdict.UNDECIDED && last.extensions() < maxExtensions) {
            return new Next.Extend();
        }
        if (findings.failing() == Integer.MAX_VALUE) {
            return grow(last);
        }
        return findings.passing() == 0 && findings.passingUpTo(load.max()) == 0 ? shrink() : close();
    }

    private Next grow(MeasuredPoint last) {
        int passing = findings.passing();
        if (passing >= load.max()) {
            return verified(load.max());
        }
        LoadCurve curve = LoadCurve.fit(findings.points(), passing);
        double excess = findings.points().get(findings.points().size() - 1).excess();
        double cpu = last.cpuShare();
        double target = passing * BLIND_GROWTH;
        if (cpu > 0) {
            target = passing * CPU_AT_KNEE / cpu;
        }
        if (excess > FAR) {
            target = Math.min(target > passing ? target : curve.knee(), curve.knee());
        }
        target = Math.min(Math.max(target, passing * LEAST_GROWTH), passing * MOST_GROWTH);
        return spent()
                ? done(passing, new Interval(passing, Double.POSITIVE_INFINITY))
                : measure(Math.max(passing + 1, (int) Math.round(target)));
    }

    private Next shrink() {
        int failing = findings.failing();
        if (failing <= load.from()) {
            return findings.count(failing) < TIMES_VERIFIED
                    ? measure(failing)
                    : done(0, new Interval(0, load.from() - 1.0));
        }
        LoadCurve curve = LoadCurve.fit(findings.points(), failing);
        double target = Math.min(curve.knee() * 0.97, failing * 0.9);
        if (!findings.smooth()) {
            target = Math.min(target, failing / BLIND_GROWTH);
        }
        return measure(Math.min(failing - 1, (int) Math.floor(target)));
    }

    private Next close() {
        int low = findings.passing();
        int high = findings.failing();
        if (low > 0 && !findings.smooth() && high - low > 1 && high - low > load.precision() * 0.8 * high && !spent()) {
            return bisect(low, high);
        }
        LoadCurve curve = LoadCurve.fit(findings.points(), Math.sqrt((double) Math.max(1, low) * high));
        double knee = findings.smooth() ? curve.knee() : Math.min(Math.max(curve.knee(), low), high - 0.01);
        double spread = findings.smooth() ? TWO_SIDED_95 * curve.logSd() : 0;
        int want = Math.min(load.max(), Math.max(load.from(), (int) Math.floor(knee)));
        int best = findings.passingUpTo(Math.max(knee, low));
        double slack = load.precision() / 4 * want;
        boolean sure =
                Math.floor(knee * Math.exp(spread)) - Math.floor(knee * Math.exp(-spread)) <= load.precision() * knee;
        if (spent()) {
            return done(best, around(best, knee, spread));
        }
        if (!sure) {
            return measure((int) Math.round(knee));
        }
        if (want - best > slack) {
            return findings.count(want) < TIMES_VERIFIED + 1 ? measure(want) : done(best, around(best, knee, spread));
        }
        return findings.count(best) < TIMES_VERIFIED ? measure(best) : done(best, around(best, knee, spread));
    }

    /** Where failures begin at once, only halving helps. */
    private Next bisect(int low, int high) {
        int middle = (int) Math.round(Math.sqrt((double) low * high));
        return measure(Math.min(high - 1, Math.max(low + 1, middle)));
    }

    private Next verified(int sessions) {
        return findings.count(sessions) < TIMES_VERIFIED
                ? measure(sessions)
                : done(sessions, new Interval(sessions, Double.POSITIVE_INFINITY));
    }

    private boolean spent() {
        return measured.size() >= MOST_POINTS;
    }

    private Next measure(int sessions) {
        return new Next.Measure(Math.min(load.max(), Math.max(load.from(), sessions)));
    }

    private Interval around(int sessions, double knee, double spread) {
        double low = Math.floor(knee * Math.exp(-spread));
        double high = Math.min(load.max(), Math.floor(knee * Math.exp(spread)));
        return new Interval(Math.max(0, Math.min(sessions, low)), Math.max(sessions, high));
    }

    private Next done(int sessions, Interval interval) {
        List<LoadPointSummary> summaries =
                measured.stream().map(MeasuredPoint::summary).toList();
        return new Next.Done(CapacityAnswer.ofSearch(summaries, sessions, interval));
    }
}
