package io.deskmeter.bench.sim;

import io.deskmeter.measure.MetricPlan;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.SampledOperation;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.Better;
import io.deskmeter.workload.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Samples of the metrics that the workloads declare: one of each for each operation that ended well, as a real session gives them. Thread-safe. */
public final class SyntheticSamples {
    private static final int ONE_UNKNOWN_OF = 100;
    private static final double SPREAD = 0.02;

    private final Map<String, Metric> metrics = new HashMap<>();
    private final Map<String, List<String>> ofOperation = new HashMap<>();
    private final long seed;

    public SyntheticSamples(MetricPlan plan, long seed) {
        this.seed = seed;
        plan.metrics().forEach(metric -> metrics.put(metric.id(), metric));
        for (SampledOperation operation : plan.operations()) {
            ofOperation
                    .computeIfAbsent(operation.workload() + "/" + operation.operation(), path -> new ArrayList<>())
                    .add(operation.metric());
        }
    }

    /** Those of a timing. */
    public List<Sample> of(Timing timing) {
        List<String> sampled = ofOperation.getOrDefault(timing.workload() + "/" + timing.operation(), List.of());
        if (timing.outcome() != Outcome.OK || sampled.isEmpty()) {
            return List.of();
        }
        SplittableRandom random = new SplittableRandom(seed + 1_000_003L * timing.session() + timing.sequence());
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < sampled.size(); i++) {
            // Each timing has room for a sample of each metric: so numbers are unique without a count.
            long sequence = (timing.sequence() - 1) * metrics.size() + i + 1;
            samples.add(sample(timing, sampled.get(i), sequence, random));
        }
        return samples;
    }

    private Sample sample(Timing timing, String metric, long sequence, SplittableRandom random) {
        boolean unknown = random.nextInt(ONE_UNKNOWN_OF) == 0;
        double value = value(timing, metric, random);
        return new Sample(
                timing.session(),
                sequence,
                timing.iteration(),
                timing.workload(),
                timing.operation(),
                metric,
                timing.sequence(),
                timing.firedAt(),
                timing.shownAt(),
                unknown ? Double.NaN : value,
                unknown ? Double.NaN : 0,
                unknown ? "the picture had not come to rest before the next input" : "");
    }

    /** Durations follow the response; what is better the higher it is stays a little below 1. */
    private double value(Timing timing, String metric, SplittableRandom random) {
        Metric of = metrics.get(metric);
        if (of != null && of.better() == Better.HIGHER) {
            return 1 - SPREAD * Math.abs(random.nextGaussian());
        }
        return timing.responseNanos() / 1e6 * (1 + random.nextDouble());
    }
}
