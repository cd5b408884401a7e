package io.deskmeter.controller.samples;

import io.deskmeter.controller.columns.ColumnsStore;
import io.deskmeter.controller.point.CriterionFigures;
import io.deskmeter.controller.point.MetricFigures;
import io.deskmeter.controller.report.BandCounts;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.RunMetrics;
import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.measure.timing.SampleColumns;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.measure.timing.TimingColumns;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers questions about the samples of a run. Thread-safe. */
@Component
public final class SampleQueries {
    private final StoredRuns stored;
    private final ColumnsStore columns;

    SampleQueries(StoredRuns stored, ColumnsStore columns) {
        this.stored = stored;
        this.columns = columns;
    }

    /**
     * A page of samples.
     *
     * @param sort null for the order of session and sequence
     */
    public SamplePage page(
            String runId, SampleFilter filter, @Nullable SampleSort sort, boolean descending, int offset, int limit) {
        return sort == null
                ? inOrder(runId, filter, offset, limit)
                : sorted(runId, filter, sort.comparator(descending), offset, limit);
    }

    private SamplePage inOrder(String runId, SampleFilter filter, int offset, int limit) {
        List<SampleView> page = new ArrayList<>();
        int[] total = {0};
        stored.forEachSamplePoint(runId, filter.selection(), point -> {
            if (filter.wants(point)) {
                if (total[0] >= offset && page.size() < limit) {
                    page.add(SampleView.of(point));
                }
                total[0]++;
            }
        });
        return new SamplePage(total[0], offset, page);
    }

    /** No more are held than the page needs, twice at most. */
    private SamplePage sorted(String runId, SampleFilter filter, Comparator<SampleView> order, int offset, int limit) {
        List<SampleView> first = new ArrayList<>();
        long most = (long) offset + limit;
        int[] total = {0};
        stored.forEachSamplePoint(runId, filter.selection(), point -> {
            if (filter.wants(point)) {
                total[0]++;
                first.add(SampleView.of(point));
                if (first.size() >= 2 * most) {
                    cut(first, order, most);
                }
            }
        });
        cut(first, order, most);
        return new SamplePage(total[0], offset, first.subList(Math.min(offset, first.size()), first.size()));
    }

    private static void cut(List<SampleView> views, Comparator<SampleView> order, long most) {
        views.sort(order);
        if (views.size() > most) {
            views.subList((int) most, views.size()).clear();
        }
    }

    /** The metrics of a run, and their figures at each load point. */
    public RunMetrics metrics(RunRow run) {
        return new RunMetrics(
                MetricInfo.of(run.metrics(), run.profile()),
                stored.judged(run).stream()
                        .map(point -> new RunMetrics.PointMetrics(
                                point.record().number() + 1,
                                point.summary().sessions(),
                                point.summary().metrics().stream()
                                        .map(MetricFigures::of)
                                        .toList(),
                                point.summary().criteria().stream()
                                        .map(CriterionFigures::of)
                                        .toList()))
                        .toList());
    }

    /**
     * One metric of a run over time, over sessions and as a distribution; empty where its workloads do not measure it.
     *
     * @param loadPoint from 1, 0 for the last that has steady samples
     * @param steady of what is shown over time: whether only what counts, or only what does not; null for all
     * @param buckets most spans of time
     */
    public Optional<MetricDetails> metric(RunRow run, String id, int loadPoint, @Nullable Boolean steady, int buckets) {
        Optional<Metric> metric = run.metrics().metrics().stream()
                .filter(one -> one.id().equals(id))
                .findFirst();
        if (metric.isEmpty()) {
            return Optional.empty();
        }
        MetricValues values = new MetricValues();
        stored.forEachSamplePoint(run.id(), new SampleStore.Selection(null, id), values::add);
        int point = loadPoint == 0 ? values.lastSteadyPoint() : loadPoint;
        List<SampledSession> sessions = bySession(run, metric.get(), point);
        Double limit = run.profile().limits().get(id);
        return Optional.of(new MetricDetails(
                MetricSummaryView.of(metric.get(), limit),
                point,
                MetricSeries.of(values, steady, buckets),
                MetricDistribution.of(sessions),
                MetricSession.of(metric.get(), sessions),
                bands(metric.get(), values)));
    }

    private static List<BandCounts> bands(Metric metric, MetricValues values) {
        BandCounts.Counter counter = new BandCounts.Counter(
                MetricSource.of(metric.source()).map(MetricSource::bands).orElse(List.of()));
        for (int row = 0; row < values.size(); row++) {
            if (values.steady(row) && values.known(row)) {
                counter.add(values.loadPoint(row), values.value(row));
            }
        }
        return counter.counts();
    }

    /** From the entries of the load point's account, so that what was lost is in these figures too. */
    private List<SampledSession> bySession(RunRow run, Metric metric, int loadPoint) {
        SampleColumns samples = new SampleColumns();
        stored.forEachSamplePoint(run.id(), new SampleStore.Selection(null, metric.id()), point -> {
            if (point.steady() && point.loadPoint() == loadPoint) {
                samples.add(point.sample());
            }
        });
        TimingColumns timings = new TimingColumns();
        columns.read(run.id(), of -> {
            of.points().forEach(point -> {
                if (point.steady() && point.loadPoint() == loadPoint) {
                    timings.add(point.timing());
                }
            });
            return timings;
        });
        return stored.bySession(run, metric, loadPoint, timings.list(), samples.list());
    }

    /**
     * The values of the steady samples of some load points, as comparisons want them; those that are not known as NaN.
     */
    public List<MetricValue> values(String runId, Set<Integer> loadPoints) {
        List<MetricValue> values = new ArrayList<>();
        stored.forEachSamplePoint(runId, SampleStore.Selection.ALL, point -> {
            if (point.steady() && loadPoints.contains(point.loadPoint())) {
                values.add(MetricValue.of(point.sample()));
            }
        });
        return values;
    }

    /** Every sample of a run, for {@code samples.csv}. */
    public void forEach(String runId, Consumer<SamplePoint> consumer) {
        stored.forEachSamplePoint(runId, SampleStore.Selection.ALL, consumer);
    }
}
