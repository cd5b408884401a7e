package io.deskmeter.workload.run;

import java.time.Duration;

/**
 * How many sessions may be missing before a load point fails, and how far the harness may be off before a run must not
 * be used. All but {@code lag} are shares from 0 to 1.
 *
 * @param logons least share of a load point's sessions that must log on; otherwise the point fails
 * @param lost greatest share of a load point's sessions that may be lost or fail later; otherwise the point fails
 * @param pacing how far the mean think time taken may be from the planned one
 * @param mix how far the number of any operation's timings may be from the planned one
 * @param lag greatest 95th percentile of how much later than intended inputs left
 * @param harnessCpu greatest mean load of all cores by Deskmeter's own processes
 */
public record ValidityBounds(double logons, double lost, double pacing, double mix, Duration lag, double harnessCpu) {
    public static final ValidityBounds DEFAULT = new ValidityBounds(1, 0.02, 0.1, 0.1, Duration.ofMillis(500), 0.25);
}
