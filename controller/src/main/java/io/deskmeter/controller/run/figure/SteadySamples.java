package io.deskmeter.controller.run.figure;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampleColumns;
import io.deskmeter.measure.timing.SampleList;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.SampledSeconds;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.workload.metric.Metric;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The samples of the iterations that count at a load point, and how many are still to come: an operation that has ended
 * well gives one sample of each metric that is measured on it, known or unknown, or one for each of its seconds or
 * moves. Owned by whoever fills it.
 */
public final class SteadySamples {
    private final Map<OperationKey, Integer> perOperation = new HashMap<>();
    private final Map<OperationKey, Integer> perSecond = new HashMap<>();
    private SampleColumns samples = new SampleColumns();
    private final Map<Integer, Integer> expected = new TreeMap<>();
    private final Map<Integer, Integer> came = new HashMap<>();
    /** Timings of operations that failed: a sample of one of them is none of those that are awaited. */
    private final Map<Integer, Set<Long>> failed = new HashMap<>();

    private record OperationKey(String workload, String operation) {}

    public SteadySamples(MetricPlan plan) {
        Set<String> ofSeconds = plan.metrics().stream()
                .filter(SampledSeconds::gives)
                .map(Metric::id)
                .collect(Collectors.toSet());
        for (SampledOperation operation : plan.operations()) {
            (ofSeconds.contains(operation.metric()) ? perSecond : perOperation)
                    .merge(
                            new OperationKey(operation.workload(), operation.operation()),
                            operation.samples(),
                            Integer::sum);
        }
    }

    /** A timing that counts. */
    public void add(Timing timing) {
        OperationKey key = new OperationKey(timing.workload(), timing.operation());
        int once = perOperation.getOrDefault(key, 0);
        int eachSecond = perSecond.getOrDefault(key, 0);
        if (once + eachSecond == 0) {
            return;
        }
        if (timing.outcome() == Outcome.OK) {
            int seconds = eachSecond == 0 ? 0 : SampledSeconds.of(timing);
            expected.merge(timing.session(), once + eachSecond * seconds, Integer::sum);
        } else {
            failed.computeIfAbsent(timing.session(), session -> new HashSet<>()).add(timing.sequence());
        }
    }

    /**
     * A sample of an iteration that counts; to be added after its timing. One that belongs to no timing came before the
     * last one of its iteration.
     */
    public void add(Sample sample) {
        samples.add(sample);
        if (sample.timing() != Sample.NO_TIMING
                && !failed.getOrDefault(sample.session(), Set.of()).contains(sample.timing())) {
            came.merge(sample.session(), 1, Integer::sum);
        }
    }

    /** How many samples of a session are still to come, of the timings that came. */
    public int missing(int session) {
        return Math.max(0, expected.getOrDefault(session, 0) - came.getOrDefault(session, 0));
    }

    /** The sessions of which samples are still to come. */
    public List<Integer> incompleteSessions() {
        return expected.keySet().stream()
                .filter(session -> missing(session) > 0)
                .toList();
    }

    /** All that came so far. */
    public SampleList list() {
        return samples.list();
    }

    public void clear() {
        samples = new SampleColumns();
        expected.clear();
        came.clear();
        failed.clear();
    }
}
