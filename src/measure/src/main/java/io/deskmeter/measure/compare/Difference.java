package io.deskmeter.measure.compare;

import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.operation.Group;
import java.util.List;

/**
 * How a quantile of one side differs from that of another, the baseline. The figure of a side is the geometric mean of
 * the figures of its runs; of one run it is the run's own. Percentiles of several runs are never taken from all their
 * responses together, since these would be mostly those of the slowest run.
 *
 * @param what {@code group A}, or an operation as {@code office/calc/compute}
 * @param group of the operations compared
 * @param ofGroup whether all operations of the group are compared, and not a single one
 * @param quantile 0.5 or 0.95
 * @param baselineMs of the baseline, infinite where too much failed in one of its runs
 * @param otherMs of the other side
 * @param differenceMs other − baseline
 * @param differenceCi 95 % interval of it: that of the ratio, times {@code baselineMs}
 * @param ratio other / baseline, above 1: slower
 * @param ratioCi 95 % interval of it; with the variation between runs if {@code spread} is known, else only of the
 *     sessions of these two runs
 * @param slower how sure it is that the other side is slower: 0 (surely faster) to 1 (surely slower); NaN where that is
 *     not known
 * @param baselineRunsMs the figure of each run of the baseline
 * @param otherRunsMs the figure of each other run
 * @param unknown operations of both sides of which it is not known how they ended
 * @param lost operations of both sides that failed, were not reached, or were lost: they count as infinitely slow, and
 *     widen the intervals
 * @param spread standard deviation of the figure's logarithm among equal runs: 0.03 is about 3 %; NaN where it is not
 *     known
 * @param chance how probable a difference as large is between equal sides, adjusted to the number of figures; NaN where
 *     that is not known
 * @param finding what that means
 * @param reason why there is no finding; empty where there is one
 */
public record Difference(
        String what,
        Group group,
        boolean ofGroup,
        double quantile,
        double baselineMs,
        double otherMs,
        double differenceMs,
        Interval differenceCi,
        double ratio,
        Interval ratioCi,
        double slower,
        List<Double> baselineRunsMs,
        List<Double> otherRunsMs,
        int unknown,
        int lost,
        double spread,
        double chance,
        Finding finding,
        String reason) {
    public Difference {
        baselineRunsMs = List.copyOf(baselineRunsMs);
        otherRunsMs = List.copyOf(otherRunsMs);
    }

    /** Whether it is slower beyond the uncertainty. */
    public boolean surelySlower() {
        return finding == Finding.WORSE;
    }

    /** Whether it is faster beyond the uncertainty. */
    public boolean surelyFaster() {
        return finding == Finding.BETTER;
    }

    /**
     * Whether the figure is beyond a limit, its whole interval is not, and the interval is as wide as it is in part
     * because of what was lost or is unknown. Such a loss must not make a difference acceptable.
     *
     * @param limit of the ratio
     */
    public boolean isWidenedBelow(double limit) {
        return lost + unknown > 0 && ratio > limit && !(ratioCi.low() > limit);
    }

    /** The same figures, of which nothing may be concluded; what is not comparable stays so. */
    public Difference undecided(String why) {
        return finding == Finding.NOT_COMPARABLE ? this : with(Double.NaN, Double.NaN, Finding.NOT_DECIDED, why);
    }

    Difference with(double certainty, double adjusted, Finding found, String why) {
        return new Difference(
                what,
                group,
                ofGroup,
                quantile,
                baselineMs,
                otherMs,
                differenceMs,
                differenceCi,
                ratio,
                ratioCi,
                certainty,
                baselineRunsMs,
                otherRunsMs,
                unknown,
                lost,
                spread,
                adjusted,
                found,
                why);
    }
}
