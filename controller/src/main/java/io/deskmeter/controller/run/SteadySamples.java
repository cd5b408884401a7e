package io.deskmeter.controller.run;

import io.deskmeter.measure.MetricPlan;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.SampleColumns;
import io.deskmeter.measure.SampleList;
import io.deskmeter.measure.SampledOperation;
import io.deskmeter.measure.Timing;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The samples of the iterations that count at a load point, and how many are still to come: an operation that has ended well gives one sample of each metric that is
 * measured on it, known or unknown. Owned by whoever fills it.
 */
final class SteadySamples {
    private final Map<OperationKey, Integer> perOperation = new HashMap<>();
    private SampleColumns samples = new SampleColumns();
    private final Map<Integer, Integer> expected = new TreeMap<>();
    private final Map<Integer, Integer> came = new HashMap<>();
    /** Timings of operations that failed: a sample of one of them is none of those that are awaited. */
    private final Map<Integer, Set<Long>> failed = new HashMap<>();

    private record OperationKey(String workload, String operation) {}

    SteadySamples(MetricPlan plan) {
        for (SampledOperation operation : plan.operations()) {
            perOperation.merge(new OperationKey(operation.workload(), operation.operation()), 1, Integer::sum);
        }
    }

    /** A timing that counts. */
    void add(Timing timing) {
        Integer metrics = perOperation.get(new OperationKey(timing.workload(), timing.operation()));
        if (metrics == null) {
            return;
        }
        if (timing.outcome() == Outcome.OK) {
            expected.merge(timing.session(), metrics, Integer::sum);
        } else {
            failed.computeIfAbsent(timing.session(), session -> new HashSet<>()).add(timing.sequence());
        }
    }

    /** A sample of an iteration that counts; to be added after its timing. */
    void add(Sample sample) {
        samples.add(sample);
        if (!failed.getOrDefault(sample.session(), Set.of()).contains(sample.timing())) {
            came.merge(sample.session(), 1, Integer::sum);
        }
    }

    /** How many samples of a session are still to come, of the timings that came. */
    int missing(int session) {
        return Math.max(0, expected.getOrDefault(session, 0) - came.getOrDefault(session, 0));
    }

    /** The sessions of which samples are still to come. */
    List<Integer> incompleteSessions() {
        return expected.keySet().stream()
                .filter(session -> missing(session) > 0)
                .toList();
    }

    /** All that came so far. */
    SampleList list() {
        return samples.list();
    }

    void clear() {
        samples = new SampleColumns();
        expected.clear();
        came.clear();
        failed.clear();
    }
}
