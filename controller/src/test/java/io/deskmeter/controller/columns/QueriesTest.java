package io.deskmeter.controller.columns;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.controller.columns.Distribution.DistributionLine;
import io.deskmeter.controller.columns.Distribution.EcdfStep;
import io.deskmeter.controller.columns.ResponseSeries.SeriesLine;
import io.deskmeter.controller.columns.ResponseSeries.SeriesPoint;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.point.WithoutTiming;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.workload.operation.Group;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares every result with a simple computation from the timings. */
class QueriesTest {
    private static final TimingFilter ALL =
            new TimingFilter(null, null, null, null, null, null, null, null, null, null);

    /** Each planned operation has a timing. */
    private static List<WithoutTiming> none(int point) {
        return List.of();
    }

    /**
     * Whether it was not reached because Deskmeter itself had spoilt what failed last before it in its iteration, or
     * may have: it did not come.
     */
    private static boolean isSpoilt(List<TimingPoint> points, TimingPoint point) {
        return point.timing().outcome() == Outcome.SKIPPED
                && points.stream()
                        .map(TimingPoint::timing)
                        .filter(t -> t.session() == point.timing().session()
                                && t.iteration() == point.timing().iteration()
                                && t.sequence() < point.timing().sequence()
                                && t.outcome() != Outcome.OK
                                && t.outcome() != Outcome.SKIPPED)
                        .reduce((first, second) -> second)
                        .map(cause -> cause.outcome() == Outcome.HARNESS_ERROR)
                        .orElse(true);
    }

    private static double[] sorted(List<TimingPoint> points, Predicate<TimingPoint> which) {
        return points.stream()
                .filter(which)
                .map(TimingPoint::timing)
                .map(Response::of)
                .flatMap(Optional::stream)
                .mapToDouble(Response::millis)
                .sorted()
                .toArray();
    }

    private static @Nullable Double quantile(double[] sorted, double q) {
        double value = Quantiles.of(sorted, q);
        return Double.isInfinite(value) ? null : Double.valueOf(value);
    }

    private static boolean during(TimingPoint point, Instant from, Duration length) {
        Instant fired = point.timing().wallFiredAt();
        return point.timing().firedAt() != Long.MIN_VALUE && !fired.isBefore(from) && fired.isBefore(from.plus(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40, 500})
    void aSeriesHasEveryResponseInItsSpan(int buckets) {
        List<TimingPoint> points = RandomRun.points(buckets, 6, 120);
        ResponseSeries series = ResponseSeries.of(RandomRun.columns(points), GroupBy.OPERATION, 2, null, buckets);
        Duration length = Duration.ofSeconds(series.bucketSeconds());
        assertThat(series.lines())
                .extracting(SeriesLine::key)
                .containsExactly(
                        "office/writer/modify", "office/writer/open", "office/writer/save", "office/writer/wait");
        int spans = (int) (Duration.between(series.from(), series.to()).toMillis() / length.toMillis()) + 1;
        assertThat(spans).isBetween(1, buckets);
        for (SeriesLine line : series.lines()) {
            int count = 0;
            for (SeriesPoint point : line.points()) {
                double[] sorted = sorted(
                        points,
                        p -> p.loadPoint() == 2
                                && ("office/writer/" + p.timing().operation()).equals(line.key())
                                && during(p, point.at(), length));
                assertThat(point.count()).isEqualTo(sorted.length);
                assertThat(point.p50Ms()).isEqualTo(quantile(sorted, 0.5));
                assertThat(point.p95Ms()).isEqualTo(quantile(sorted, 0.95));
                count += sorted.length;
            }
            assertThat(count)
                    .isEqualTo(sorted(
                                    points,
                                    p -> p.loadPoint() == 2
                                            && ("office/writer/" + p.timing().operation()).equals(line.key())
                                            && p.timing().firedAt() != Long.MIN_VALUE)
                            .length);
        }
    }

    @Test
    void whatDoesNotCountCanBeLeftOut() {
        List<TimingPoint> points = RandomRun.points(5, 6, 120);
        RunColumns columns = RandomRun.columns(points);
        for (boolean steady : new boolean[] {true, false}) {
            int fired = sorted(points, p -> p.steady() == steady && p.timing().firedAt() != Long.MIN_VALUE).length;
            assertThat(fired).isPositive();
            assertThat(ResponseSeries.of(columns, GroupBy.GROUP, 0, steady, 40).lines().stream()
                            .flatMap(line -> line.points().stream())
                            .mapToInt(SeriesPoint::count)
                            .sum())
                    .isEqualTo(fired);
            assertThat(List.of("A", "B", "C").stream()
                            .flatMap(group -> HeatMap.of(columns, group, steady, 40, null).count().stream())
                            .mapToInt(Integer::intValue)
                            .sum())
                    .isEqualTo(fired);
        }
    }

    @Test
    void aDistributionIsThatOfTheSteadyOperationsAndFailuresKeepItBelowOne() {
        List<TimingPoint> points = RandomRun.points(3, 6, 400);
        RunColumns columns = RandomRun.columns(points);
        assertThat(Distribution.of(columns, GroupBy.GROUP, 0, QueriesTest::none))
                .isEqualTo(Distribution.of(columns, GroupBy.GROUP, 3, QueriesTest::none));
        Distribution distribution = Distribution.of(columns, GroupBy.GROUP, 2, QueriesTest::none);
        assertThat(distribution.sessions()).isEqualTo(6);
        for (DistributionLine line : distribution.lines()) {
            Predicate<TimingPoint> ofLine = p -> p.loadPoint() == 2
                    && p.steady()
                    && p.timing().group().name().equals(line.key());
            double[] sorted = sorted(points, p -> ofLine.test(p) && !isSpoilt(points, p));
            assertThat(line.count()).isEqualTo(sorted.length);
            assertThat(line.notDelivered()).isPositive().isEqualTo((int) points.stream()
                    .filter(ofLine)
                    .filter(p -> p.timing().outcome() == Outcome.HARNESS_ERROR || isSpoilt(points, p))
                    .count());
            assertThat(line.p50Ms()).isEqualTo(quantile(sorted, 0.5));
            assertThat(line.p99Ms()).isEqualTo(quantile(sorted, 0.99));
            assertThat(line.failed()).isPositive();
            assertThat(line.ecdf()).hasSizeLessThanOrEqualTo(200);
            EcdfStep last = line.ecdf().get(line.ecdf().size() - 1);
            assertThat(last.ms()).isEqualTo(line.maxMs());
            assertThat(last.share()).isCloseTo(1 - (double) line.failed() / line.count(), within(1e-12));
            for (EcdfStep step : line.ecdf()) {
                long below = Arrays.stream(sorted).filter(ms -> ms <= step.ms()).count();
                assertThat(step.share()).isCloseTo((double) below / sorted.length, within(1e-12));
            }
        }
    }

    @Test
    void aHeatMapHasThePercentileOfEachSessionInEachSpan() {
        List<TimingPoint> points = RandomRun.points(4, 9, 100);
        HeatMap map = HeatMap.of(RandomRun.columns(points), "A", null, 12, 1_000.0);
        Duration length = Duration.ofSeconds(map.columnSeconds());
        assertThat(map.columns()).isBetween(2, 12);
        assertThat(map.row()).isNotEmpty();
        int counted = 0;
        for (int i = 0; i < map.row().size(); i++) {
            int session = map.sessions().get(map.row().get(i));
            Instant from = map.from().plus(length.multipliedBy(map.column().get(i)));
            double[] sorted = sorted(
                    points,
                    p -> p.timing().session() == session && p.timing().group() == Group.A && during(p, from, length));
            assertThat(map.count().get(i)).isEqualTo(sorted.length);
            assertThat(map.p95Ms().get(i)).isEqualTo(quantile(sorted, 0.95));
            counted += sorted.length;
        }
        assertThat(counted)
                .isEqualTo(sorted(
                                points,
                                p -> p.timing().group() == Group.A && p.timing().firedAt() != Long.MIN_VALUE)
                        .length);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pagesAreSortedWithWhatHasNoValueLast(boolean descending) {
        List<TimingPoint> points = RandomRun.points(5, 7, 90);
        RunColumns columns = RandomRun.columns(points);
        Comparator<Double> order = descending ? Comparator.reverseOrder() : Comparator.naturalOrder();
        List<TimingView> expected = points.stream()
                .map(TimingView::of)
                .sorted(Comparator.comparing(TimingView::responseMs, Comparator.nullsLast(order)))
                .toList();
        List<TimingView> all = new ArrayList<>();
        for (int offset = 0; offset < points.size() + 40; offset += 40) {
            TimingPage page = TimingPage.of(columns, ALL, TimingPage.Sort.RESPONSE_MS, descending, offset, 40);
            assertThat(page.total()).isEqualTo(points.size());
            assertThat(page.timings()).hasSizeLessThanOrEqualTo(40);
            all.addAll(page.timings());
        }
        assertThat(all).isEqualTo(expected);
    }

    @Test
    void filtersLeaveWhatTheyName() {
        List<TimingPoint> points = RandomRun.points(6, 7, 90);
        RunColumns columns = RandomRun.columns(points);
        Instant from = RandomRun.START.plusSeconds(10);
        TimingFilter filter = new TimingFilter(
                2, "office/writer/save", "ok", "B", 2, true, 100.0, 2_500.0, from, from.plusSeconds(40));
        List<TimingView> expected = points.stream()
                .filter(p -> p.timing().session() == 2
                        && p.timing().operation().equals("save")
                        && p.timing().outcome() == Outcome.OK
                        && p.loadPoint() == 2
                        && p.steady()
                        && during(p, from, Duration.ofSeconds(40)))
                .map(TimingView::of)
                .filter(view -> requireNonNull(view.responseMs()) >= 100 && requireNonNull(view.responseMs()) <= 2_500)
                .toList();
        assertThat(expected).isNotEmpty();
        assertThat(TimingPage.of(columns, filter, null, false, 0, 100).timings())
                .isEqualTo(expected);
    }
}
