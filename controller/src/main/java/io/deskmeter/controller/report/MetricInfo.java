package io.deskmeter.controller.report;

import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.workload.metric.Band;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.metric.Statistic;
import io.deskmeter.workload.run.RunProfile;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A metric that the workloads of a run measure beside responses.
 *
 * @param id as in the workloads
 * @param title for people
 * @param unit of its samples
 * @param better {@code lower} or {@code higher}: which values are the better ones
 * @param statistic what judges all samples of a load point: {@code p95}, {@code p5}, {@code mean}, {@code max} or
 *     {@code within LOW to HIGH, share S}
 * @param source where its samples come from
 * @param limit of the run profile: what the statistic must reach where higher is better, and must not exceed where
 *     lower is; null where none is set
 * @param operations that give samples, {@code office/writer/open}
 * @param bands ranges of its values that publications name, each within the next one; none in reports of earlier
 *     versions
 * @param events whether each sample above 0 tells of something that happened in its second, such as a dropout
 */
@Schema(name = "ReportMetric")
public record MetricInfo(
        String id,
        String title,
        String unit,
        String better,
        String statistic,
        String source,
        @Nullable Double limit,
        List<String> operations,
        List<Band> bands,
        boolean events) {
    public MetricInfo {
        operations = List.copyOf(operations);
        bands = copy(bands);
    }

    private static List<Band> copy(@Nullable List<Band> bands) {
        return bands == null ? List.of() : List.copyOf(bands);
    }

    /** Those of a run. */
    public static List<MetricInfo> of(MetricPlan plan, RunProfile profile) {
        return plan.metrics().stream()
                .map(metric -> of(plan, metric, profile.limits().get(metric.id())))
                .toList();
    }

    private static MetricInfo of(MetricPlan plan, Metric metric, @Nullable Double limit) {
        Optional<MetricSource> source = MetricSource.of(metric.source());
        return new MetricInfo(
                metric.id(),
                metric.title(),
                metric.unit(),
                metric.better().word(),
                metric.statistic().word(),
                metric.source(),
                limit,
                plan.operations().stream()
                        .filter(operation -> operation.metric().equals(metric.id()))
                        .map(operation -> operation.workload() + "/" + operation.operation())
                        .toList(),
                source.map(MetricSource::bands).orElse(List.of()),
                source.filter(MetricSource::tellsOfEvents).isPresent());
    }

    /** {@code p5 of picture-similarity at least 0.95}, empty where no limit is set. */
    public Optional<String> limitWords() {
        return Optional.ofNullable(limit)
                .map(bound -> statistic + " of " + id + (higherIsBetter() ? " at least " : " at most ")
                        + Format.value(statisticUnit(), bound));
    }

    /** Whether the statistic is better the higher it is; of samples within a band a larger share is. */
    public boolean higherIsBetter() {
        return band() || higherIsBetterItself();
    }

    /** As comparisons want it; empty where the statistic is one that this version does not know. */
    public Optional<Metric> metric() {
        return Statistic.of(statistic)
                .map(known -> new Metric(
                        id, title, unit, higherIsBetterItself() ? Better.HIGHER : Better.LOWER, known, source));
    }

    /** Whether values of both mean the same. */
    public boolean isComparableWith(MetricInfo other) {
        return id.equals(other.id)
                && unit.equals(other.unit)
                && better.equals(other.better)
                && statistic.equals(other.statistic)
                && source.equals(other.source);
    }

    private boolean higherIsBetterItself() {
        return better.equals(Better.HIGHER.word());
    }

    private boolean band() {
        return Statistic.of(statistic)
                .filter(found -> found instanceof Statistic.Within)
                .isPresent();
    }

    /** The unit of its statistic, which of samples within a band is a share. */
    public String statisticUnit() {
        return band() ? "1" : unit;
    }
}
