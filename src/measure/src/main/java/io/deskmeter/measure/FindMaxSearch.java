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

    /** From the first point. */
    private static final double FIRST_GROWTH = 16;

    /** Later: overload is slow to measure. */
    private static final double MOST_GROWTH = 8;

    private static final double BLIND_GROWTH = 2;
    private static final double LEAST_GROWTH = 1.2;
    private static final double SOME_GROWTH = 1.3;

    /** How busy the processors are at the knee, roughly: interactive work is slow before they are full. */
    private static final double CPU_AT_KNEE = 0.8;

    /** From here on the curve says more about the knee than the processors do. */
    private static final double NEAR = Math.log(0.85);

    /** From so many sessions on a point has enough timings to be near to anything. */
    private static final int FEW = 4;

    private static final double TWO_SIDED_95 = 1.96;
    private static final double PROBABLY = 1.4;

    /** Share of the precision that the doubt may fill: it is an estimate itself. */
    private static final double CLOSE_ENOUGH = 0.8;

    /** A gap wider than that between what passes and what fails is narrowed before the line is believed. */
    private static final double WIDE = 1.3;

    private static final double LEAST_INSIDE = 0.35;
    private static final double MOST_INSIDE = 0.8;

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
        if (!surelyFailing()) {
            return grow(last);
        }
        return findings.passing() == 0 ? shrink() : close(last);
    }

    /** Whether a point failed beyond doubt, or two that failed agree. */
    private boolean surelyFailing() {
        return findings.failing() != Integer.MAX_VALUE
                && (measured.stream().anyMatch(point -> point.summary().verdict() == Verdict.FAIL)
                        || measured.stream()
                                        .filter(point -> !point.summary().pass())
                                        .count()
                                > 1);
    }

    private Next grow(MeasuredPoint last) {
        int reached = findings.measuredUpTo(load.max());
        if (reached >= load.max() || spent()) {
            return verified(reached);
        }
        LoadCurve curve = LoadCurve.fit(findings.points(), reached);
        double excess = findings.points().get(findings.points().size() - 1).excess();
        double room = last.cpuShare() > 0 ? CPU_AT_KNEE / last.cpuShare() : BLIND_GROWTH;
        double most = measured.size() == 1 ? FIRST_GROWTH : MOST_GROWTH;
        double growth = Math.min(most, Math.max(SOME_GROWTH, room));
        if (excess > NEAR && reached >= FEW) {
            growth = Math.max(LEAST_GROWTH, Math.min(growth, curve.knee() / reached));
        }
        return measure(Math.max(reached + 1, (int) Math.round(reached * growth)));
    }

    private Next shrink() {
        int failing = findings.failing();
        if (failing <= load.from() || spent()) {
            return findings.count(failing) < TIMES_VERIFIED && !spent()
                    ? measure(failing)
                    : done(0, new Interval(0, failing - 1.0));
        }
        LoadCurve curve = LoadCurve.fit(findings.points(), failing);
        double target = Math.min(curve.knee() * 0.97, failing * 0.9);
        if (!findings.smooth()) {
            target = Math.min(target, failing / BLIND_GROWTH);
        }
        return measure(Math.min(failing - 1, (int) Math.floor(target)));
    }

    private Next close(MeasuredPoint last) {
        int low = findings.passing();
        int high = findings.failing();
        if (!findings.smooth() && high - low > 1 && high - low > load.precision() * high && !spent()) {
            return bisect(low, high);
        }
        LoadCurve curve = LoadCurve.fit(findings.points(), Math.sqrt((double) low * high));
        if (!findings.smooth()) {
            curve = new LoadCurve(Math.min(Math.max(curve.knee(), low), high - 0.01), 0.01);
        }
        double knee = Math.min(load.max(), Math.max(load.from(), curve.knee()));
        int want = (int) Math.floor(knee);
        int best = findings.measuredUpTo(knee);
        if (!spent() && high > WIDE * low && high - low > 1) {
            return narrow(low, high, knee);
        }
        if (!spent() && !sure(curve)) {
            int sessions = (int) Math.round(knee);
            boolean unconfirmed =
                    sessions < high && findings.count(sessions) > TIMES_VERIFIED && findings.count(high) == 1;
            return unconfirmed ? measure(high) : refine(last, sessions);
        }
        if (!spent() && want - best > load.precision() / 4 * want) {
            return measure(want);
        }
        if (!spent() && findings.count(best) < TIMES_VERIFIED) {
            return measure(best);
        }
        Interval gap = new Interval(Math.min(low, best), Math.max(high - 1, best));
        return done(best, findings.smooth() ? around(best, knee, TWO_SIDED_95 * curve.logSd()) : gap);
    }

    /** Whether the doubt is within the precision, or for few sessions, probably between two whole numbers. */
    private boolean sure(LoadCurve curve) {
        double spread = TWO_SIDED_95 * curve.logSd();
        double whole = PROBABLY * curve.logSd();
        return spread <= load.precision() * CLOSE_ENOUGH
                || Math.floor(curve.knee() * Math.exp(whole)) == Math.floor(curve.knee() * Math.exp(-whole));
    }

    /** More of the point just measured where that is the place, as it costs no logons and no warm-up; else another point. */
    private Next refine(MeasuredPoint last, int sessions) {
        boolean here = last.summary().sessions() == sessions;
        return here && last.extensions() < maxExtensions ? new Next.Extend() : measure(sessions);
    }

    /** Far from the knee a line misleads: the next point lies well inside of the gap. */
    private Next narrow(int low, int high, double knee) {
        double gap = Math.log((double) high / low);
        double at = Math.log(Math.max(1, knee) / low) / gap;
        double inside = low * Math.exp(gap * Math.min(MOST_INSIDE, Math.max(LEAST_INSIDE, at)));
        return measure(Math.min(high - 1, Math.max(low + 1, (int) Math.round(inside))));
    }

    /** Where failures begin at once, only halving helps. */
    private Next bisect(int low, int high) {
        int middle = (int) Math.round(Math.sqrt((double) low * high));
        return measure(Math.min(high - 1, Math.max(low + 1, middle)));
    }

    private Next verified(int sessions) {
        return !spent() && findings.count(sessions) < TIMES_VERIFIED
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
