package io.deskmeter.bench.sim.synthetic;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Samples of the metrics that the workloads declare: one of each for each operation that ended well; and of the metrics
 * that every session has, one of each for each iteration, as a real session gives them. Thread-safe.
 */
public final class SyntheticSamples {
    private static final int ONE_UNKNOWN_OF = 100;
    private static final double SPREAD = 0.02;

    private final Map<String, Metric> metrics = new HashMap<>();
    private final Map<String, List<String>> ofOperation = new HashMap<>();
    private final List<String> ofIteration;
    private final Map<Integer, Integer> iterations = new ConcurrentHashMap<>();
    private final long seed;

    public SyntheticSamples(MetricPlan plan, long seed) {
        this.seed = seed;
        plan.metrics().forEach(metric -> metrics.put(metric.id(), metric));
        this.ofIteration = MetricSource.ofEverySession().stream()
                .map(Metric::id)
                .filter(metrics::containsKey)
                .toList();
        for (SampledOperation operation : plan.operations()) {
            ofOperation
                    .computeIfAbsent(operation.workload() + "/" + operation.operation(), path -> new ArrayList<>())
                    .add(operation.metric());
        }
    }

    /** Those of a timing. */
    public List<Sample> of(Timing timing) {
        List<String> sampled = ofOperation.getOrDefault(timing.workload() + "/" + timing.operation(), List.of());
        SplittableRandom random = new SplittableRandom(seed + 1_000_003L * timing.session() + timing.sequence());
        List<Sample> samples = new ArrayList<>();
        // Each timing has room for a sample of each metric: so numbers are unique without a count.
        long sequence = (timing.sequence() - 1) * metrics.size();
        if (timing.outcome() == Outcome.OK) {
            for (String metric : sampled) {
                samples.add(sample(timing, metric, ++sequence, random));
            }
        }
        Integer before = iterations.put(timing.session(), timing.iteration());
        if (before == null || before != timing.iteration()) {
            for (String metric : ofIteration) {
                samples.add(ofIteration(timing, metric, ++sequence, random));
            }
        }
        return samples;
    }

    /** A responsive desktop. */
    private static Sample ofIteration(Timing first, String metric, long sequence, SplittableRandom random) {
        double percent = random.nextDouble();
        return Sample.builder(metric)
                .session(first.session())
                .sequence(sequence)
                .iteration(first.iteration())
                .during(first.intendedAt(), first.intendedAt())
                .value(percent, 0)
                .build();
    }

    private Sample sample(Timing timing, String metric, long sequence, SplittableRandom random) {
        boolean unknown = random.nextInt(ONE_UNKNOWN_OF) == 0;
        double value = value(timing, metric, random);
        return Sample.builder(metric)
                .of(timing)
                .sequence(sequence)
                .during(timing.firedAt(), timing.shownAt())
                .value(unknown ? Double.NaN : value, unknown ? Double.NaN : 0)
                .unknown(unknown ? "the picture had not come to rest before the next input" : "")
                .build();
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
