package io.deskmeter.measure.search;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.workload.metric.Statistic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Places load points on a {@link LoadCurve}: how far each is beyond its limit, whichever values are the better ones,
 * and how sure that is.
 *
 * <p>That is the logarithm of a ratio. The line and the growth of the search are made for responses, whose logarithms
 * spread by about 0.4. A metric may move much less between good and unusable (a similarity from 0.98 to 0.85), so its
 * logarithms are multiplied by one factor for all load points, which makes its samples spread as much.
 */
final class CurvePoints {
    /**
     * What stands for "failed too often to have a p95", and the most that any point may count: four times the limit.
     */
    static final double MOST_EXCESS = Math.log(4);

    /**
     * The standard deviation of log p95 over the root of so many timings, for log-normal responses of σ 0.4: resampling
     * cannot see what a few timings have not shown.
     */
    private static final double SD_OF_ONE = 0.8;

    /** How far the load of a point may be off for the moment's sake, as a share of it. */
    private static final double POINT_LUCK = 0.015;

    /**
     * The same over the root of so many timings, since users are in luck or not with what they ask for: what they ask
     * for as a sum differs from window to window, and a queue in front of a disk feels it, though no resampling of the
     * responses can see it.
     */
    private static final double LUCK_OF_ONE = 1.0;

    /** Stands for the uncertainty of a point that failed whatever its timings say. */
    private static final double FAILURE_SD = 0.1;

    /**
     * Stands for a point of which too much is unknown: beyond the limit, as it does not pass, with hardly any weight.
     */
    private static final double UNTOLD_EXCESS = 0.1;

    private static final double UNTOLD_SD = 1;

    /** Of the logarithms of responses; {@link #SD_OF_ONE} is twice as much. */
    private static final double SPREAD_OF_RESPONSES = 0.4;

    /** The most by which logarithms are multiplied. */
    private static final double MOST_SCALE = 20;

    /** So many standard deviations lie between the 5th and the 95th percentile of a normal distribution. */
    private static final double P5_TO_P95 = 3.29;

    private static final double TWO_SIDED_95 = 1.96;

    private final Map<String, Double> spreads = new HashMap<>();

    /** @param measured all load points that will be asked for */
    CurvePoints(List<MeasuredPoint> measured) {
        Map<String, List<Double>> all = new HashMap<>();
        for (MeasuredPoint point : measured) {
            for (MetricSummary metric : point.summary().metrics()) {
                double spread = Math.abs(Math.log(metric.p95() / metric.p5())) / P5_TO_P95;
                if (Double.isFinite(spread)) {
                    all.computeIfAbsent(metric.metric().id(), id -> new ArrayList<>())
                            .add(spread);
                }
            }
        }
        all.forEach((id, found) -> spreads.put(
                id,
                Quantiles.of(
                        found.stream().mapToDouble(Double::doubleValue).sorted().toArray(), 0.5)));
    }

    /** How much the logarithms of a criterion's values spread within a load point. */
    private double spread(Criterion criterion) {
        // A share has little room above its limit, as a metric has that hardly spreads.
        return criterion.statistic() instanceof Statistic.Within
                ? 0
                : spreads.getOrDefault(criterion.id(), SPREAD_OF_RESPONSES);
    }

    private static double scale(double spread) {
        return Math.max(1, Math.min(MOST_SCALE, SPREAD_OF_RESPONSES / spread));
    }

    /** By the criterion that a load point keeps least; it {@linkplain SearchHistory#tells tells} something. */
    LoadCurve.Point of(MeasuredPoint measured) {
        LoadPointSummary summary = measured.summary();
        if (summary.failure() != null) {
            return new LoadCurve.Point(summary.sessions(), MOST_EXCESS, FAILURE_SD, POINT_LUCK);
        }
        return summary.criteria().stream()
                .filter(CriterionResult::isJudged)
                .map(result -> told(result) ? point(summary, result) : untold(summary))
                .max(Comparator.comparingDouble(LoadCurve.Point::excess))
                .orElseThrow();
    }

    /** By one criterion; empty where the load point says nothing of it. */
    Optional<LoadCurve.Point> of(LoadPointSummary summary, String criterion) {
        return summary.criteria().stream()
                .filter(result -> result.criterion().id().equals(criterion) && told(result))
                .map(result -> point(summary, result))
                .findFirst();
    }

    /** Whether enough of a criterion is known to place its value. */
    private static boolean told(CriterionResult result) {
        return result.isJudged() && result.reason().isEmpty();
    }

    /** Too much is unknown: such a point does not pass, and hardly says anything beside points that say more. */
    private static LoadCurve.Point untold(LoadPointSummary summary) {
        return new LoadCurve.Point(summary.sessions(), UNTOLD_EXCESS, UNTOLD_SD, POINT_LUCK);
    }

    private LoadCurve.Point point(LoadPointSummary summary, CriterionResult result) {
        Criterion criterion = result.criterion();
        double spread = spread(criterion);
        double scale = scale(spread);
        double excess = bounded(scale * result.excess());
        double low = bounded(scale
                * criterion.excess(criterion.better(
                        result.interval().low(), result.interval().high())));
        double high = bounded(scale
                * criterion.excess(criterion.worse(
                        result.interval().low(), result.interval().high())));
        double sd = Math.max(high - low, 2 * (excess - low)) / (2 * TWO_SIDED_95);
        double count = Math.sqrt(Math.max(1, result.count()));
        double few = SD_OF_ONE * Math.max(1, scale * spread / SPREAD_OF_RESPONSES) / count;
        double luck = Math.hypot(POINT_LUCK, LUCK_OF_ONE / count);
        return new LoadCurve.Point(summary.sessions(), excess, Math.hypot(few, sd), luck);
    }

    private static double bounded(double excess) {
        return Math.max(-MOST_EXCESS, Math.min(MOST_EXCESS, excess));
    }
}
