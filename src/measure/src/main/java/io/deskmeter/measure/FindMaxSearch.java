package io.deskmeter.measure;

import io.deskmeter.workload.Load;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The search for the largest number of sessions that keeps the thresholds. It starts with the hint, or with what a first point cost; grows
 * until a point fails; then measures where {@link LoadCurve} places the knee, until that is known to the precision asked for; and repeats the
 * largest point that holds. The rules stand in {@code docs/measurement.md}.
 */
final class FindMaxSearch {
    /** After so many points the search answers with what it knows. */
    static final int MOST_POINTS = 18;

    /** After so many points that were not brief it closes in no further. */
    private static final int MOST_FULL_POINTS = 7;

    /** How probable it must be that the answer is as near as asked for. */
    private static final double SURE = 0.98;

    /** The same where that means the very number: there certainty is dear, and what is left is told by the interval. */
    private static final double SURE_OF_A_NUMBER = 0.9;

    /** A measured number so much below the crossing will do, and one so near confirms it; shares of the precision. */
    private static final double WILL_DO = 0.25;

    private static final double CONFIRMS = 0.5;

    /** Stands for the standard deviation where the knee is known to lie between two sizes. */
    private static final double KNOWN = 1e-3;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** How often the answer, or what is near to it, must have been measured as a load point that is not brief. */
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
            return look(load.hint().orElse(load.from()));
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
        LoadCurve curve = findings.curve(reached);
        double excess = findings.points().get(findings.points().size() - 1).excess();
        double room = last.cpuShare() > 0 ? CPU_AT_KNEE / last.cpuShare() : BLIND_GROWTH;
        double most = measured.size() == 1 ? FIRST_GROWTH : MOST_GROWTH;
        double growth = Math.min(most, Math.max(SOME_GROWTH, room));
        if (excess > NEAR && reached >= FEW) {
            growth = Math.max(LEAST_GROWTH, Math.min(growth, curve.knee() / reached));
        }
        return look(Math.max(reached + 1, (int) Math.round(reached * growth)));
    }

    private Next shrink() {
        int failing = findings.failing();
        if (failing <= load.from() || spent()) {
            // Once more than usual: so few sessions have so few timings that two failures may be chance.
            return findings.count(failing) <= TIMES_VERIFIED && !spent()
                    ? measure(failing)
                    : done(0, new Interval(0, failing - 1.0));
        }
        LoadCurve curve = findings.curve(failing);
        double target = Math.min(curve.knee() * 0.97, failing * 0.9);
        if (!findings.smooth()) {
            target = Math.min(target, failing / BLIND_GROWTH);
        }
        return look(Math.min(failing - 1, (int) Math.floor(target)));
    }

    private Next close(MeasuredPoint last) {
        int low = findings.passing();
        int high = findings.failing();
        boolean near = high - low <= Math.max(1, load.precision() * high);
        if (!findings.smooth() && !near && !spent()) {
            return bisect(low, high);
        }
        boolean decided = near && findings.beyondDoubt();
        if (decided && findings.looks(high) < TIMES_VERIFIED && !spent()) {
            // It may have been disturbed, and the search would stop short for ever.
            return look(high);
        }
        LoadCurve curve = findings.curve(Math.sqrt((double) low * high));
        if (decided || !findings.smooth()) {
            curve = new LoadCurve(Math.min(Math.max(curve.knee(), low), high - 0.01), KNOWN);
        }
        double knee = Math.min(load.max(), Math.max(load.from(), curve.knee()));
        if (spent()) {
            return answer(curve, knee, findings.measuredUpTo(knee));
        }
        if (high > WIDE * low && high - low > 1) {
            return narrow(low, high, knee);
        }
        boolean enough = findings.count(0, load.max()) >= MOST_FULL_POINTS;
        return enough || sure(curve, (int) knee) ? verify(curve, knee) : refine(last, (int) Math.round(knee));
    }

    /** The answer, once it has been measured and confirmed. */
    private Next verify(LoadCurve curve, double knee) {
        int want = (int) knee;
        int best = findings.provenUpTo(knee);
        if (want - best > load.precision() * WILL_DO * want) {
            return measure(want);
        }
        double near = load.precision() * CONFIRMS * best;
        return findings.count(best - near, best + near) < TIMES_VERIFIED ? measure(best) : answer(curve, knee, best);
    }

    private Next answer(LoadCurve curve, double knee, int best) {
        Interval gap = new Interval(Math.min(findings.passing(), best), Math.max(findings.failing() - 1.0, best));
        return done(best, curve.logSd() > KNOWN ? around(best, knee, TWO_SIDED_95 * curve.logSd()) : gap);
    }

    /** Whether it is probable enough that a number of sessions is the answer, or as near to it as asked for. */
    private boolean sure(LoadCurve curve, int sessions) {
        double fewest = Math.ceil(sessions / (1 + load.precision()));
        double most = Math.floor(sessions / (1 - load.precision()));
        double within = NORMAL.probability(
                Math.log(fewest / curve.knee()) / curve.logSd(), Math.log((most + 1) / curve.knee()) / curve.logSd());
        return within >= (fewest == most ? SURE_OF_A_NUMBER : SURE);
    }

    /** A failure seen only once is tried again; then more of the point just measured, as it costs no logons and no warm-up; else another. */
    private Next refine(MeasuredPoint last, int sessions) {
        int high = findings.failing();
        if (sessions < high && findings.count(sessions) > TIMES_VERIFIED && findings.count(high) == 1) {
            return measure(high);
        }
        boolean here = last.summary().sessions() == sessions;
        return here && last.extensions() < maxExtensions ? new Next.Extend() : measure(sessions);
    }

    /** Far from the knee a line misleads: the next point lies well inside of the gap. */
    private Next narrow(int low, int high, double knee) {
        double gap = Math.log((double) high / low);
        double at = Math.log(Math.max(1, knee) / low) / gap;
        double inside = low * Math.exp(gap * Math.min(MOST_INSIDE, Math.max(LEAST_INSIDE, at)));
        return look(Math.min(high - 1, Math.max(low + 1, (int) Math.round(inside))));
    }

    /** Where failures begin at once, only halving helps. */
    private Next bisect(int low, int high) {
        int middle = (int) Math.round(Math.sqrt((double) low * high));
        return look(Math.min(high - 1, Math.max(low + 1, middle)));
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

    /** A brief point; a full one where so few work that one iteration tells nothing. */
    private Next look(int sessions) {
        int bounded = Math.min(load.max(), Math.max(load.from(), sessions));
        return new Next.Measure(bounded, bounded >= FEW);
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
