package io.deskmeter.measure.verdict;

import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.point.PointAccount;
import io.deskmeter.measure.point.Responses;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.FigureFormat;
import io.deskmeter.measure.statistics.SeriesValues;
import io.deskmeter.measure.statistics.Statistics;
import io.deskmeter.measure.statistics.ValueRange;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.SampledSeconds;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.Statistic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;

/**
 * The samples of one metric at one load point: which were planned, how each of them ended, and what they say together.
 * Used once.
 */
final class MetricStatistics {
    private static final String NONE_CAME = "no sample came";
    private static final String SPOILT = "Deskmeter itself spoilt or lost the operation";

    private final Metric metric;
    private final List<SampledOperation> operations;
    private final ValueRange range;
    private final SeriesValues.Builder values;
    private final DoubleStream.Builder known = DoubleStream.builder();
    private final Map<String, Integer> reasons = new HashMap<>();
    /**
     * How many samples each answered operation owes, less those that came: one that gave more makes up for no other.
     */
    private final Map<Key, Integer> owed = new HashMap<>();

    private final Map<Ending, Integer> endings = new HashMap<>();
    /** How many values of each session are losses. */
    private final Map<Integer, Integer> lost = new HashMap<>();

    private final boolean ofSeconds;
    /** Samples of the longest operation that was answered: as many count for one that was not. */
    private int longest = 1;

    private int planned;

    private record Key(int session, long timing) {}

    private MetricStatistics(Metric metric, List<SampledOperation> sampled) {
        this.metric = metric;
        this.range = ValueRange.of(metric);
        this.values = new SeriesValues.Builder(worst(metric), range.worst());
        this.ofSeconds = SampledSeconds.gives(metric);
        this.operations = sampled.stream()
                .filter(operation -> operation.metric().equals(metric.id()))
                .toList();
    }

    /**
     * The samples of one metric.
     *
     * @param judged all planned operations of the load point
     */
    static MetricStatistics of(Metric metric, TimingList judged, PointSamples samples) {
        MetricStatistics statistics =
                new MetricStatistics(metric, samples.plan().operations());
        judged.forEach(statistics::measure);
        judged.forEach(statistics::add);
        samples.steady().stream()
                .filter(sample -> sample.metric().equals(metric.id()))
                .forEach(statistics::add);
        statistics.close();
        return statistics;
    }

    /** What each session gave, by session; nothing of those that were to give nothing. */
    static List<SampledSession> bySession(Metric metric, TimingList judged, PointSamples samples) {
        MetricStatistics statistics = of(metric, judged, samples);
        return statistics.values.build().bySession(statistics.lost);
    }

    /** The id of its metric. */
    String id() {
        return metric.id();
    }

    /** Few operations give samples of one metric, so a search is as fast as a table. */
    private Optional<SampledOperation> operationOf(Timing timing) {
        return operations.stream().filter(operation -> operation.isOf(timing)).findFirst();
    }

    private void measure(Timing timing) {
        if (ofSeconds && timing.outcome() == Outcome.OK && operationOf(timing).isPresent()) {
            longest = Math.max(longest, SampledSeconds.of(timing));
        }
    }

    /** An operation that is a loss has no samples: it counts as if all of them were worse than any other. */
    private void add(Timing timing) {
        Optional<SampledOperation> operation = operationOf(timing);
        if (operation.isEmpty()) {
            return;
        }
        int samples = operation.get().samples();
        if (timing.outcome() == Outcome.OK) {
            int due = ofSeconds ? SampledSeconds.of(timing) : samples;
            planned += due;
            owed.merge(new Key(timing.session(), timing.sequence()), due, Integer::sum);
            return;
        }
        int due = ofSeconds ? longest : samples;
        planned += due;
        if (timing.outcome().isLoss()) {
            values.losses(timing.session(), due);
            lost.merge(timing.session(), due, Integer::sum);
            end(lossOf(timing.outcome()), due);
        } else {
            values.open(timing.session(), range.best(), due);
            reasons.merge(SPOILT, due, Integer::sum);
            end(Ending.NOT_DELIVERED, due);
        }
    }

    private static Ending lossOf(Outcome outcome) {
        return switch (outcome) {
            case SKIPPED -> Ending.NOT_REACHED;
            case DESKTOP_LOST -> Ending.LOST;
            default -> Ending.FAILED;
        };
    }

    private void end(Ending ending, int count) {
        endings.merge(ending, count, Integer::sum);
    }

    private void add(Sample sample) {
        if (!counts(sample)) {
            return;
        }
        if (sample.timing() == Sample.NO_TIMING) {
            planned++;
        } else {
            owed.merge(new Key(sample.session(), sample.timing()), -1, Integer::sum);
        }
        boolean came = sample.sequence() != OwedSamples.NEVER_CAME;
        if (sample.isKnown()) {
            known.accept(sample.value());
            values.known(sample.session(), sample.value());
            end(came ? Ending.OK : Ending.LOST, 1);
            lost.merge(sample.session(), came ? 0 : 1, Integer::sum);
        } else {
            values.open(sample.session(), range.bestOf(sample), 1);
            reasons.merge(sample.unknown(), 1, Integer::sum);
            end(came ? Ending.UNKNOWN : Ending.NOT_DELIVERED, 1);
        }
    }

    /**
     * Samples of operations that did not end well, or whose timing did not come, are accounted for without looking at
     * them.
     */
    private boolean counts(Sample sample) {
        return sample.timing() == Sample.NO_TIMING || owed.containsKey(new Key(sample.session(), sample.timing()));
    }

    /**
     * What answered operations owe and what did not come is not known; one that gave more than it should has more
     * planned.
     */
    private void close() {
        owed.forEach((key, count) -> {
            if (count > 0) {
                values.open(key.session(), range.best(), count);
                reasons.merge(NONE_CAME, count, Integer::sum);
                end(Ending.NOT_DELIVERED, count);
            } else {
                planned -= count;
            }
        });
    }

    /** Worse than any value that was measured. */
    static double worst(Metric metric) {
        return metric.better() == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }

    private double worstStatistic() {
        return metric.statistic() instanceof Statistic.Within ? 0 : worst(metric);
    }

    /**
     * The figures.
     *
     * @param seed of the resampling
     */
    MetricSummary summary(Bootstrap bootstrap, long seed) {
        SeriesValues built = values.build();
        double[] sorted = built.sorted();
        SeriesValues.Estimate estimate = built.estimate(metric.statistic(), worstStatistic(), bootstrap, seed);
        return new MetricSummary(
                metric,
                sorted.length,
                endings.entrySet().stream()
                        .filter(entry -> entry.getKey().isLoss())
                        .mapToInt(Map.Entry::getValue)
                        .sum(),
                built.open(),
                estimate.value(),
                estimate.interval(),
                estimate.best(),
                estimate.worst(),
                Statistics.mean(known.build().sorted().toArray()),
                Responses.quantile(sorted, 0.05),
                Responses.quantile(sorted, 0.5),
                Responses.quantile(sorted, 0.95),
                reason(built.open(), planned));
    }

    /**
     * Writes its line.
     *
     * @param keeps whether a single value is within the limit; of a metric without a limit any is
     */
    void account(PointAccount.Builder account, List<Sample> steady, DoublePredicate keeps) {
        account.plan(metric.id(), planned);
        int slow = (int) steady.stream()
                .filter(sample -> sample.metric().equals(metric.id()) && sample.isKnown())
                .filter(sample -> sample.sequence() != OwedSamples.NEVER_CAME)
                .filter(this::counts)
                .filter(sample -> !keeps.test(sample.value()))
                .count();
        endings.forEach(
                (ending, count) -> account.add(metric.id(), ending, ending == Ending.OK ? count - slow : count));
        account.add(metric.id(), Ending.SLOW, slow);
    }

    private String reason(int unknown, int all) {
        if (unknown == 0) {
            return "";
        }
        String mostly = reasons.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(NONE_CAME);
        return unknown + " of " + Plural.of(all, "sample") + " of " + metric.id() + " unknown ("
                + FigureFormat.percent(unknown / (double) all) + "), mostly since " + mostly;
    }
}
