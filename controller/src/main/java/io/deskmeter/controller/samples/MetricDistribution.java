package io.deskmeter.controller.samples;

import io.deskmeter.workload.Better;
import io.deskmeter.workload.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the steady samples of a load point are distributed. Operations that failed count as worse than any sample: where lower values are better they keep the share
 * below 1, where higher ones are they let it begin above 0.
 *
 * @param count known samples and failed operations
 * @param failed those of failed operations
 * @param unknown samples without a value
 * @param steps at most 200
 */
public record MetricDistribution(int count, int failed, int unknown, List<MetricStep> steps) {
    private static final int MOST_STEPS = 200;

    public MetricDistribution {
        steps = List.copyOf(steps);
    }

    /** That share of all is at most that value. */
    public record MetricStep(double value, double share) {}

    static MetricDistribution of(
            Metric metric, MetricValues values, int loadPoint, Map<Integer, Integer> failedBySession) {
        double[] sorted = values.sorted(row -> values.counts(row, loadPoint));
        int failed =
                failedBySession.values().stream().mapToInt(Integer::intValue).sum();
        int count = sorted.length + failed;
        int before = metric.better() == Better.HIGHER ? failed : 0;
        int steps = Math.min(MOST_STEPS, sorted.length);
        List<MetricStep> ecdf = new ArrayList<>();
        for (int i = 1; i <= steps; i++) {
            int rank = (int) ((long) sorted.length * i / steps);
            ecdf.add(new MetricStep(sorted[rank - 1], (double) (before + rank) / count));
        }
        return new MetricDistribution(count, failed, values.unknown(row -> values.counts(row, loadPoint)), ecdf);
    }
}
