package io.deskmeter.controller.samples;

import io.deskmeter.measure.timing.SampledSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the steady samples of a load point are distributed. Those that the platform lost, since their operations failed,
 * were not reached or were lost, count as worse than any sample: where lower values are better they keep the share
 * below 1, where higher ones are they let it begin above 0.
 *
 * @param count known samples and lost ones
 * @param failed those that the platform lost
 * @param unknown samples without a value, and those that Deskmeter itself spoilt or lost
 * @param steps at most 200
 */
public record MetricDistribution(int count, int failed, int unknown, List<MetricStep> steps) {
    private static final int MOST_STEPS = 200;

    public MetricDistribution {
        steps = List.copyOf(steps);
    }

    /** That share of all is at most that value. */
    public record MetricStep(double value, double share) {}

    static MetricDistribution of(List<SampledSession> sessions) {
        double[] all = sessions.stream()
                .flatMapToDouble(session -> Arrays.stream(session.values()))
                .sorted()
                .toArray();
        double[] finite = Arrays.stream(all).filter(Double::isFinite).toArray();
        int before = (int) Arrays.stream(all)
                .filter(value -> value == Double.NEGATIVE_INFINITY)
                .count();
        int steps = Math.min(MOST_STEPS, finite.length);
        List<MetricStep> ecdf = new ArrayList<>();
        for (int i = 1; i <= steps; i++) {
            int rank = (int) ((long) finite.length * i / steps);
            ecdf.add(new MetricStep(finite[rank - 1], (double) (before + rank) / all.length));
        }
        return new MetricDistribution(
                all.length,
                sessions.stream().mapToInt(SampledSession::failed).sum(),
                sessions.stream().mapToInt(SampledSession::unknown).sum(),
                ecdf);
    }
}
