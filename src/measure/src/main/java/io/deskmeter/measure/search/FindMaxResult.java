package io.deskmeter.measure.search;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.run.Load;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a search answers when it ends, be it because it is sure or because its time is over. The capacity never is at or
 * above a size that only failed, the interval contains it and ends below what fails beyond doubt. Where a line decides,
 * the interval contains the largest number of sessions that the platform really holds in 95 of 100 searches.
 */
final class FindMaxResult {
    private static final double TWO_SIDED_95 = 1.96;

    /** A size that was measured in full and is so many times smaller is no answer. */
    private static final double FAR = 1.3;

    private final Load.FindMax load;
    private final List<MeasuredPoint> measured;
    private final SearchHistory findings;
    private final String remark;

    /** @param remark why it ended early; empty otherwise */
    FindMaxResult(Load.FindMax load, List<MeasuredPoint> measured, SearchHistory findings, String remark) {
        this.load = load;
        this.measured = measured;
        this.findings = findings;
        this.remark = remark;
    }

    /** The largest size that holds up to the crossing. */
    SearchDecision.Done near(LoadCurve curve) {
        int sessions = holding(curve.knee());
        if (curve.logSd() <= LoadCurve.DECIDED) {
            return done(sessions, findings.passing(), findings.failing() - 1.0);
        }
        double spread = TWO_SIDED_95 * curve.logSd();
        double low = Math.floor(curve.knee() * Math.exp(-spread));
        return done(sessions, low, Math.floor(curve.knee() * Math.exp(spread)));
    }

    /**
     * Without a reliable line: the gap between the sizes that pass and those that fail, and beyond them as far as
     * either may be wrong.
     */
    SearchDecision.Done gap() {
        int sessions = holding(Math.min(load.max(), findings.failing() - 1.0));
        double high = Math.min(load.max(), Math.ceil(findings.fewerThan(TWO_SIDED_95)) - 1);
        return done(sessions, Math.floor(findings.atLeast(TWO_SIDED_95)), high);
    }

    /**
     * Rather a size that was measured in full than a larger one; but rather one that was looked at than none, or than
     * one far below it.
     */
    private int holding(double bound) {
        int proven = findings.holdingUpTo(bound, false);
        int seen = findings.holdingUpTo(bound, true);
        int held = remark.isEmpty() && seen <= FAR * proven ? proven : seen;
        return held * FAR < bound ? Math.max(held, justBeyond(bound)) : held;
    }

    /**
     * A size hardly beyond the crossing that never failed: a search that has no points left may have measured no
     * smaller one.
     */
    private int justBeyond(double bound) {
        double near = bound + FindMaxSearch.tolerance(load, (int) bound);
        double below = findings.onlyFailed().orElse(Integer.MAX_VALUE) - 1.0;
        return findings.neverFailed(bound, Math.min(load.max(), Math.min(near, below)));
    }

    private SearchDecision.Done done(int sessions, double low, double high) {
        OptionalInt fails = findings.surelyFailedAbove(sessions);
        double end = Math.min(load.max(), fails.isPresent() ? Math.min(high, fails.getAsInt() - 1.0) : high);
        boolean broken = findings.brokenAbove(sessions).isPresent();
        Interval interval = new Interval(
                Math.max(0, Math.min(sessions, low)), broken ? Math.max(sessions, end) : Double.POSITIVE_INFINITY);
        List<LoadPointSummary> summaries =
                measured.stream().map(MeasuredPoint::summary).toList();
        return new SearchDecision.Done(CapacityResult.ofSearch(summaries, sessions, interval, remarkOn(sessions)));
    }

    /**
     * That nothing is known to hold does not mean that nothing holds: a search that ran out of time may have measured
     * no smaller size.
     */
    private String remarkOn(int sessions) {
        OptionalInt once = sessions == 0 ? findings.leastThatPassed() : OptionalInt.empty();
        return once.isEmpty() || remark.isEmpty()
                ? remark
                : "of " + Plural.of(once.getAsInt(), "session")
                        + " one load point passed, but all points together do not say that as many hold, and no"
                        + " smaller size was measured; "
                        + remark;
    }
}
