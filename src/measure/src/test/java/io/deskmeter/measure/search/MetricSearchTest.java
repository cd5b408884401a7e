package io.deskmeter.measure.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.Timings;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Searches on platforms whose responses stay short, and whose pictures get worse with the load. */
@Tag("slow")
class MetricSearchTest {
    private static final int PER_ITERATION = 12;
    private static final int ITERATIONS = 3;
    private static final int MAX = 200;

    /** A metric that crosses its limit at a knee. */
    private record Platform(Metric metric, double limit, double idle, double spread, int knee) {
        /** Straight from idle to the limit at the knee, and on. */
        double centre(int sessions) {
            double quantile = metric.better() == Better.HIGHER ? -1.645 * spread : 1.645 * spread;
            double share = (sessions - 0.5) / knee;
            return idle + (limit - quantile - idle) * share * share;
        }

        MeasuredPoint measure(int sessions, boolean brief, int extensions, Random random) {
            int count = PER_ITERATION * (brief ? 1 : ITERATIONS * (1 + extensions));
            List<Timing> timings = new ArrayList<>();
            List<Sample> samples = new ArrayList<>();
            for (int session = 0; session < sessions; session++) {
                for (int i = 0; i < count; i++) {
                    timings.add(Timings.ok(session, "entry", Group.A, 100 + random.nextInt(100)));
                    double value = centre(sessions) + spread * random.nextGaussian();
                    samples.add(Sample.builder(metric.id())
                            .session(session)
                            .sequence(i + 1)
                            .iteration(1)
                            .operation("office/calc", "entry")
                            .timing(1)
                            .during(0, 1)
                            .value(value, 0)
                            .build());
                }
            }
            MetricPlan plan =
                    new MetricPlan(List.of(metric), List.of(new SampledOperation("office/calc", "entry", metric.id())));
            LoadPointSummary summary = Judge.judge(
                    new PointTimings(sessions, Set.of(), timings, List.of()),
                    new PointSamples(plan, samples),
                    Thresholds.DEFAULT,
                    Map.of(metric.id(), limit),
                    random.nextLong());
            return new MeasuredPoint(summary, extensions, brief, Double.NaN);
        }
    }

    private static Capacity search(Platform platform, List<MeasuredPoint> points, long seed) {
        Load.FindMax load = new Load.FindMax(1, OptionalInt.empty(), MAX, Load.FindMax.DEFAULT_PRECISION, false);
        Random random = new Random(seed);
        while (true) {
            SearchDecision next = CapacitySearch.next(load, points);
            if (next instanceof SearchDecision.Done done) {
                return done.capacity();
            }
            if (next instanceof SearchDecision.Measure measure) {
                points.add(platform.measure(measure.sessions(), measure.brief(), 0, random));
            } else {
                MeasuredPoint last = points.remove(points.size() - 1);
                points.add(platform.measure(last.sessions(), false, last.extensions() + 1, random));
            }
        }
    }

    private static void findsTheKnee(Platform platform) {
        for (long seed = 1; seed <= 3; seed++) {
            List<MeasuredPoint> points = new ArrayList<>();
            Capacity capacity = search(platform, points, seed);
            String told = platform + " seed " + seed + ": " + capacity + " after "
                    + points.stream().map(MeasuredPoint::sessions).toList();
            double tolerance = Math.max(1, 0.1 * platform.knee());
            assertThat((double) capacity.sessions())
                    .as(told)
                    .isBetween(platform.knee() - tolerance, platform.knee() + tolerance);
            assertThat(capacity.thresholdBroken()).as(told).isTrue();
            assertThat(capacity.reason())
                    .as(told)
                    .contains(" of " + platform.metric().id() + " was ");
            assertThat(points).as(told).hasSizeLessThanOrEqualTo(16);
        }
    }

    @Test
    void aSimilarityThatMovesLittleIsFoundAsFastAsAResponse() {
        for (int knee : new int[] {9, 35, 120}) {
            findsTheKnee(new Platform(MetricSource.PICTURE_SIMILARITY.metric(), 0.9, 0.98, 0.01, knee));
        }
    }

    @Test
    void aGapThatGrowsIsFound() {
        for (int knee : new int[] {9, 35, 120}) {
            findsTheKnee(new Platform(MetricSource.FRAME_GAP.metric(), 400, 80, 20, knee));
        }
    }

    /** Its known half alone would be far within the limit. */
    @Test
    void aPointOfWhichTooMuchIsUnknownIsBeyondTheLimit() {
        LoadPointSummary untold = MeasuredHistory.summary(8, 100, 0.5, 0.01, MetricSource.FRAME_GAP.metric(), true);
        SearchHistory history = new SearchHistory(List.of(new MeasuredPoint(untold, 1)));
        assertThat(history.lastExcess()).isPositive();
        assertThat(history.passing()).isZero();
    }
}
