package io.deskmeter.measure.verdict;

import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampleColumns;
import io.deskmeter.measure.timing.SampleList;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The samples of metrics that belong to no operation: each iteration of a session owes one of each. One that did not
 * come is told here, so that a loss never makes a result better: of a session that was lost its desktop did not
 * respond, of another one it is unknown.
 */
public final class OwedSamples {
    /** The value of one that a lost session owes: its desktop did not respond at all. */
    public static final double ALL_THE_TIME = 100;

    /** The sequence number of a sample that did not come. */
    static final long NEVER_CAME = 0;

    private static final String NONE_CAME = "no sample came of an iteration";

    private final List<String> metrics;
    private final Map<Integer, Integer> iterations;
    private final List<Sample> came;

    /**
     * Of a load point.
     *
     * @param plan of the run
     * @param iterations how many iterations count, by session
     * @param came the samples of these iterations, those of operations too
     */
    public OwedSamples(MetricPlan plan, Map<Integer, Integer> iterations, List<Sample> came) {
        this.metrics = plan.metrics().stream()
                .filter(metric -> MetricSource.of(metric.source())
                        .filter(MetricSource::samplesIterations)
                        .isPresent())
                .map(Metric::id)
                .toList();
        this.iterations = new TreeMap<>(iterations);
        this.came = came;
    }

    /** How many did not come, by session; of sessions that gave all of them nothing is said. */
    public Map<Integer, Integer> missing() {
        Map<Integer, Integer> missing = new TreeMap<>();
        for (String metric : metrics) {
            missing(metric).forEach((session, count) -> missing.merge(session, count, Integer::sum));
        }
        return missing;
    }

    private Map<Integer, Integer> missing(String metric) {
        Map<Integer, Integer> bySession = new HashMap<>();
        came.stream()
                .filter(sample -> sample.metric().equals(metric))
                .forEach(sample -> bySession.merge(sample.session(), 1, Integer::sum));
        Map<Integer, Integer> missing = new TreeMap<>();
        iterations.forEach((session, owed) -> {
            int count = owed - bySession.getOrDefault(session, 0);
            if (count > 0) {
                missing.put(session, count);
            }
        });
        return missing;
    }

    /**
     * The samples that came, and one for each that did not.
     *
     * @param lost sessions whose desktop was lost
     */
    public SampleList whole(Set<Integer> lost) {
        if (missing().isEmpty()) {
            return SampleList.copyOf(came);
        }
        SampleColumns whole = new SampleColumns();
        came.forEach(whole::add);
        for (String metric : metrics) {
            missing(metric).forEach((session, count) -> {
                for (int i = 0; i < count; i++) {
                    whole.add(neverCame(metric, session, lost.contains(session)));
                }
            });
        }
        return whole.list();
    }

    private static Sample neverCame(String metric, int session, boolean lost) {
        return Sample.builder(metric)
                .session(session)
                .sequence(NEVER_CAME)
                .during(0, 0)
                .value(lost ? ALL_THE_TIME : Double.NaN, lost ? 0 : Double.NaN)
                .unknown(lost ? "" : NONE_CAME)
                .build();
    }
}
