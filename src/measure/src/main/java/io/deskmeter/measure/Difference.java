package io.deskmeter.measure;

import io.deskmeter.workload.Group;

/**
 * How a quantile of one run differs from that of another, the baseline.
 *
 * @param what {@code group A}, or an operation as {@code office/calc/compute}
 * @param group of the operations compared
 * @param ofGroup whether all operations of the group are compared, and not a single one
 * @param quantile 0.5 or 0.95
 * @param baselineMs of the baseline, infinite where too many failed
 * @param otherMs of the other run
 * @param differenceMs other − baseline
 * @param differenceCi 95 % interval of it
 * @param ratio other / baseline, above 1: slower
 * @param ratioCi 95 % interval of it
 * @param slower how sure it is that the other run is slower: 0 (surely faster) to 1 (surely slower), 0.5 where nothing is known
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
        double slower) {

    /** Whether it is slower beyond the uncertainty. */
    public boolean surelySlower() {
        return ratioCi.low() > 1;
    }

    /** Whether it is faster beyond the uncertainty. */
    public boolean surelyFaster() {
        return ratioCi.high() < 1;
    }
}
