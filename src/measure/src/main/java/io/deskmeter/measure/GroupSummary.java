package io.deskmeter.measure;

import io.deskmeter.workload.Group;

/**
 * The steady timings of one group at one load point. What failed enters the quantiles as infinitely slow, so a group of which more than
 * 5 % failed has an infinite p95 and can never pass. A group of which everything was skipped has infinite quantiles, too; one that has
 * no operations at all has NaN quantiles and is not judged.
 *
 * @param group whose
 * @param count operations that ended (ok, timeout, application-failed, desktop-lost), and those planned of which no timing came
 * @param failed those of them that did not end ok
 * @param skipped not worked because an earlier operation failed; not in {@code count}
 * @param p50Ms median response in milliseconds
 * @param p95Ms 95th percentile in milliseconds
 * @param p95Ci 95 % interval of {@code p95Ms}; both ends infinite if the quantiles are infinite, or NaN without timings
 */
public record GroupSummary(
        Group group, int count, int failed, int skipped, double p50Ms, double p95Ms, Interval p95Ci) {

    /** Whether the load point's verdict depends on this group: A and B, as long as they have operations. */
    public boolean judged() {
        return group != Group.C && count + skipped > 0;
    }

    /** What may be said of this group alone. */
    public Verdict verdict(double thresholdMs) {
        if (!judged()) {
            return Verdict.UNDECIDED;
        }
        // A resampled interval need not contain the estimate; both must agree before anything is sure.
        if (Math.max(p95Ms, p95Ci.high()) <= thresholdMs) {
            return Verdict.PASS;
        }
        return Math.min(p95Ms, p95Ci.low()) > thresholdMs ? Verdict.FAIL : Verdict.UNDECIDED;
    }
}
