package io.deskmeter.measure.search;

import io.deskmeter.measure.point.Verdict;
import io.deskmeter.workload.run.Load;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The search for the largest number of sessions that keeps the thresholds. It starts with the hint, or with what a
 * first point cost; grows until a point fails; then measures where {@link LoadCurve} places the knee, for as long as a
 * further point is worth its minutes and there is time for it. The rules stand in
 * {@code docs/how-it-works/capacity-search.md}.
 */
final class FindMaxSearch {
    /** After this number of points the search ends with the present estimate. */
    static final int MOST_POINTS = 18;

    /**
     * So many of them are for a size that only failed, though larger ones passed: unless it passes, too, it bounds the
     * answer.
     */
    private static final int RESERVED = 4;

    /** After so many points that were not brief it closes in no further. */
    private static final int MOST_FULL_POINTS = 10;

    /** How probable it must be that the answer is as near as asked for, or one session off. */
    private static final double SURE = 0.99;

    /**
     * A further point is worth its minutes if the interval can be expected to lose so many times the precision, or
     * sessions.
     */
    private static final double WORTH = 0.25;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** From the first point. */
    private static final double FIRST_GROWTH = 32;

    /** Later: overload is slow to measure. */
    private static final double MOST_GROWTH = 16;

    private static final double BLIND_GROWTH = 2;

    /**
     * The slope of log p95 over log sessions on overloaded desktops: 1.4 from 27 to 40 sessions of the demo on two
     * cores that hold 17 to 20.
     */
    private static final double SLOPE_OF_OVERLOAD = 1.5;

    private static final double LEAST_GROWTH = 1.2;
    private static final double SOME_GROWTH = 1.3;

    /** How busy the processors are at the knee, roughly: interactive work is slow before they are full. */
    private static final double CPU_AT_KNEE = 0.9;

    /** From here on the curve gives more information about the knee than the CPU usage. */
    private static final double NEAR = Math.log(0.85);

    /** If a point is there by so many standard deviations: the p95 of a dozen timings is the longest of them. */
    private static final double SURELY_NEAR = 1.5;

    /** From so many sessions on a point has enough timings to be near to anything. */
    static final int FEW = 4;

    private static final double TWO_SIDED_95 = 1.96;

    /** A size that many standard deviations below the crossing holds in 84 of 100 cases. */
    private static final double LIKELY = 1;

    /** A wider gap between passing and failing sizes is narrowed before the line is used. */
    private static final double WIDE = 1.5;

    private static final double LEAST_INSIDE = 0.35;
    private static final double MOST_INSIDE = 0.8;

    private final Load.FindMax load;
    private final List<MeasuredPoint> measured;
    private final SearchContext context;
    private final SearchHistory findings;
    private final SearchTime time;

    FindMaxSearch(Load.FindMax load, List<MeasuredPoint> measured, SearchContext context) {
        this.load = load;
        this.measured = measured;
        this.context = context;
        this.findings = new SearchHistory(measured);
        this.time = new SearchTime(load, measured, context.elapsed());
    }

    SearchDecision next() {
        if (measured.isEmpty()) {
            return first();
        }
        return inTime(wanted(last()));
    }

    /**
     * Without a hint, a few sessions at once: one alone has so few timings that it must work all iterations, and tells
     * hardly anything even then.
     */
    private SearchDecision first() {
        return load.hint().isPresent()
                ? look(load.hint().getAsInt(), "the size that the hint names")
                : look(Math.max(load.from(), FEW), load.from() < FEW ? "a few sessions" : "the fewest sessions");
    }

    private MeasuredPoint last() {
        return measured.get(measured.size() - 1);
    }

    private SearchDecision wanted(MeasuredPoint last) {
        if (!SearchHistory.tells(last.summary())) {
            return new FindMaxResult(load, measured, findings, "").gap();
        }
        if (!surelyFailing() && !failingAtTheMost()) {
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

    /** There is no larger size that could tell. */
    private boolean failingAtTheMost() {
        return findings.failing() <= load.max() && findings.measuredUpTo(load.max()) >= load.max();
    }

    private SearchDecision grow(MeasuredPoint last) {
        int reached = findings.measuredUpTo(load.max());
        if (reached >= load.max() || spent()) {
            return verified(reached);
        }
        LoadCurve curve = findings.curve(reached);
        double room = last.cpuShare() > 0 ? CPU_AT_KNEE / last.cpuShare() : BLIND_GROWTH;
        double most = measured.size() == 1 ? FIRST_GROWTH : MOST_GROWTH;
        double growth = Math.min(most, Math.max(SOME_GROWTH, room));
        if (findings.lastExcessAtLeast(SURELY_NEAR) > NEAR && reached >= FEW) {
            growth = Math.max(LEAST_GROWTH, Math.min(growth, curve.knee() / reached));
        }
        int sessions = Math.max(reached + 1, (int) Math.round(reached * growth));
        return look(largestInTime(reached, sessions), SearchExplanation.after(last, "whether more hold"));
    }

    /** The most that there is time for, up to a size; that size where there is time for none. */
    private int largestInTime(int reached, int sessions) {
        for (int size = sessions; size > reached; size = Math.min(size - 1, (int) (size * 0.9))) {
            if (time.allows(size, 1)) {
                return size;
            }
        }
        return sessions;
    }

    private SearchDecision shrink() {
        int failing = findings.failing();
        if (failing <= load.from() || spent()) {
            return spent() ? answer().gap() : fewest(failing);
        }
        LoadCurve curve = findings.curve(failing);
        // Rather too few than too many: a size that passes bounds the answer, another that fails hardly tells more.
        double smaller = findings.smooth() ? Math.exp(-findings.lastExcess() / SLOPE_OF_OVERLOAD) : 1 / BLIND_GROWTH;
        double target = Math.min(curve.knee() * 0.97, failing * Math.min(0.9, smaller));
        int sessions = Math.min(failing - 1, (int) Math.floor(target));
        return look(sessions, SearchExplanation.after(last(), "whether fewer hold"));
    }

    /**
     * Whether really not even that many hold. So few sessions have so few timings that failures may be chance; some
     * more have more to say.
     */
    private SearchDecision fewest(int failing) {
        if (findings.count(failing) <= AnswerConfirmation.TIMES_VERIFIED) {
            return measure(failing, "whether really not even " + failing + " hold");
        }
        int some = Math.min(FEW, load.max());
        boolean alone = findings.measuredUpTo(2.0 * some) == failing;
        boolean tellsMore = some > failing && alone && findings.isInDoubt(failing);
        return tellsMore
                ? look(some, "whether " + some + " hold, as " + failing + " may have failed by chance")
                : answer().gap();
    }

    private SearchDecision close(MeasuredPoint last) {
        int low = findings.passing();
        int high = findings.failing();
        boolean near = high - low <= tolerance(high);
        if (!findings.smooth() && !near && !spent()) {
            return bisect(low, high);
        }
        boolean decided = near && findings.beyondDoubt();
        if (decided && findings.looks(high) < AnswerConfirmation.TIMES_VERIFIED && !spent()) {
            // It may have been disturbed, and the search would stop short for ever.
            return look(high, "whether " + high + " really fail");
        }
        LoadCurve curve = curve();
        if (spent()) {
            return answer().near(curve);
        }
        if (high > WIDE * low && high - low > 1) {
            return narrow(low, high, curve.knee());
        }
        Optional<SearchDecision.Measure> again = measured.size() < MOST_POINTS - RESERVED
                ? Optional.empty()
                : confirmation(curve).contradiction();
        if (again.isPresent()) {
            return again.get();
        }
        boolean enough = findings.count(0, load.max()) >= MOST_FULL_POINTS;
        return enough || sure(curve) || !worthAnother(curve)
                ? verify(curve)
                : refine(last, (int) Math.round(curve.knee()));
    }

    /** Where the threshold is crossed: by the line, or between two sizes where failures begin at once. */
    private LoadCurve curve() {
        int low = findings.passing();
        int high = findings.failing();
        LoadCurve curve = findings.curve(Math.sqrt((double) Math.max(1, low) * high));
        boolean decided = high - low <= tolerance(high) && findings.beyondDoubt();
        double knee = curve.knee();
        if (!findings.smooth()) {
            // If failures begin abruptly, the position between the two is unknown; the smaller one is known to pass.
            knee = low;
        } else if (decided) {
            knee = Math.min(Math.max(knee, low), high - 0.01);
        }
        double sd = decided || !findings.smooth() ? LoadCurve.DECIDED : curve.logSd();
        return new LoadCurve(Math.min(load.max(), Math.max(load.from(), knee)), sd, curve.slope());
    }

    private double tolerance(int sessions) {
        return tolerance(load, sessions);
    }

    /** How many sessions the answer may be off: never less than one. */
    static double tolerance(Load.FindMax load, int sessions) {
        return Math.max(1, Math.floor(load.precision() * sessions));
    }

    /** The answer, once it has been measured and confirmed. */
    private SearchDecision verify(LoadCurve curve) {
        AnswerConfirmation confirmation = confirmation(curve);
        Optional<SearchDecision.Measure> missing = confirmation.missing();
        return missing.isPresent() ? missing.get() : answer().near(confirmation.curve());
    }

    private AnswerConfirmation confirmation(LoadCurve curve) {
        return new AnswerConfirmation(load, findings, curve);
    }

    private FindMaxResult answer() {
        return new FindMaxResult(load, measured, findings, "");
    }

    /** Whether it is probable enough that a number of sessions is the answer, or as near to it as asked for. */
    private boolean sure(LoadCurve curve) {
        int sessions = (int) curve.knee();
        double tolerance = tolerance(sessions);
        double within = NORMAL.probability(
                Math.log(Math.max(0.5, sessions - tolerance) / curve.knee()) / curve.logSd(),
                Math.log((sessions + tolerance + 1) / curve.knee()) / curve.logSd());
        return within >= SURE;
    }

    /** Whether another full point at the crossing can be expected to narrow the interval by enough. */
    private boolean worthAnother(LoadCurve curve) {
        double alone = findings.sdOfAnother(curve, context.iterations());
        double together = curve.logSd() * alone / Math.hypot(curve.logSd(), alone);
        double narrower = 2 * TWO_SIDED_95 * (curve.logSd() - together) * curve.knee();
        return narrower > WORTH * tolerance((int) curve.knee());
    }

    /**
     * A failure seen only once is tried again; then more of the point just measured, as it costs no logons and no
     * warm-up; else another.
     */
    private SearchDecision refine(MeasuredPoint last, int sessions) {
        int high = findings.failing();
        if (sessions < high
                && findings.count(sessions) > AnswerConfirmation.TIMES_VERIFIED
                && findings.count(high) == 1) {
            return measure(high, "whether " + high + " really fail");
        }
        if (last.sessions() == sessions && last.extensions() < context.maxExtensions()) {
            return new SearchDecision.Extend(SearchExplanation.longer(last));
        }
        return measure(
                sessions,
                findings.latest(sessions)
                        .map(SearchExplanation::again)
                        .orElseGet(() -> SearchExplanation.after(last, "whether " + sessions + " hold")));
    }

    /** Far from the knee a line misleads: the next point lies well inside of the gap. */
    private SearchDecision narrow(int low, int high, double knee) {
        double gap = Math.log((double) high / low);
        double at = Math.log(Math.max(1, knee) / low) / gap;
        double inside = low * Math.exp(gap * Math.min(MOST_INSIDE, Math.max(LEAST_INSIDE, at)));
        return between(low, high, (int) Math.round(inside));
    }

    /** Where failures begin at once, only halving helps. */
    private SearchDecision bisect(int low, int high) {
        return between(low, high, (int) Math.round(Math.sqrt((double) low * high)));
    }

    private SearchDecision between(int low, int high, int sessions) {
        int inside = Math.min(high - 1, Math.max(low + 1, sessions));
        return look(inside, low + " hold, " + high + " do not: what is between");
    }

    /** There is no larger size that could tell. Of two points that contradict each other neither is believed. */
    private SearchDecision verified(int sessions) {
        if (spent()) {
            return answer().gap();
        }
        if (findings.count(sessions) < AnswerConfirmation.TIMES_VERIFIED) {
            return measure(sessions, "whether " + sessions + " hold" + (findings.count(sessions) > 0 ? " again" : ""));
        }
        return findings.isContradicted(sessions) && findings.looks(sessions) < AnswerConfirmation.TIMES_BELIEVED
                ? measure(sessions, "whether " + sessions + " hold, as one load point passed and another failed")
                : answer().gap();
    }

    private boolean spent() {
        return measured.size() >= MOST_POINTS;
    }

    /** The next step if there is time for it; else a shorter one, and finally the result. */
    private SearchDecision inTime(SearchDecision wanted) {
        if (wanted instanceof SearchDecision.Extend extend) {
            return time.allowsMore(last().sessions(), context.iterations()) ? extend : outOfTime();
        }
        if (!(wanted instanceof SearchDecision.Measure measure)) {
            return wanted;
        }
        int sessions = measure.sessions();
        if (isLast(measure) && !findings.surelyPassedUpTo(sessions)) {
            return likelyToHold(measure);
        }
        if (measure.brief() && !time.allowsTwo(sessions, context.iterations(), context.iterations())) {
            // It would be the last one: better one that an answer may rest on, if there is time for that.
            boolean full = time.allows(sessions, context.iterations());
            return full || time.allows(sessions, 1)
                    ? new SearchDecision.Measure(sessions, !full, measure.why())
                    : outOfTime();
        }
        if (time.allows(sessions, measure.brief() ? 1 : context.iterations())) {
            return measure;
        }
        boolean look = sessions >= FEW && findings.looks(sessions) == 0 && time.allows(sessions, 1);
        return look ? new SearchDecision.Measure(sessions, true, measure.why()) : outOfTime();
    }

    /** Whether there is time for it, and then for no other. */
    private boolean isLast(SearchDecision.Measure measure) {
        int iterations = measure.brief() ? 1 : context.iterations();
        return time.allows(measure.sessions(), iterations) && !time.allowsTwo(measure.sessions(), iterations, 1);
    }

    /**
     * A last point that failed would leave the search without a size that holds: so it is below the crossing by as much
     * as that may be wrong.
     */
    private SearchDecision likelyToHold(SearchDecision.Measure wanted) {
        LoadCurve curve = findings.curve(wanted.sessions());
        int likely = (int) Math.floor(curve.knee() * Math.exp(-LIKELY * curve.logSd()));
        int sessions = Math.max(load.from(), Math.min(wanted.sessions(), likely));
        boolean full = time.allows(sessions, context.iterations());
        return full || time.allows(sessions, 1)
                ? new SearchDecision.Measure(sessions, !full, wanted.why())
                : outOfTime();
    }

    private SearchDecision outOfTime() {
        FindMaxResult answer = new FindMaxResult(load, measured, findings, "the time budget ended the search");
        int low = findings.passing();
        int high = findings.failing();
        boolean narrow = low > 0 && high != Integer.MAX_VALUE && (high <= WIDE * low || high - low <= 1);
        return narrow ? answer.near(curve()) : answer.gap();
    }

    private SearchDecision measure(int sessions, String why) {
        return SearchDecision.Measure.full(load, sessions, why);
    }

    private SearchDecision look(int sessions, String why) {
        return SearchDecision.Measure.look(load, sessions, why);
    }
}
