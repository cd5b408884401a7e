package io.deskmeter.controller.run.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LossyPoint;
import io.deskmeter.controller.point.LossyPoint.Loss;
import io.deskmeter.controller.run.view.LiveMetric;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LiveIntervalsTest {
    private static final long EVERY = 2_000_000_000L;

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private long now;
    private final LiveIntervals intervals = new LiveIntervals(tasks::add, EVERY, 7, () -> now);

    private static TimingList timings(int sessions, int each) {
        SplittableRandom random = new SplittableRandom(3);
        List<Timing> timings = new ArrayList<>();
        for (int i = 0; i < sessions * each; i++) {
            long shownAt = 1_000_000L * (100 + random.nextInt(900));
            timings.add(Timing.builder("w", "o", Group.A, Outcome.OK)
                    .session(i / each)
                    .sequence(i)
                    .intendedAt(0)
                    .firedAt(0)
                    .lastWithoutAt(shownAt)
                    .shownAt(shownAt)
                    .build());
        }
        return TimingList.copyOf(timings);
    }

    @Test
    void anIntervalIsComputedBesideTheMailboxAndNotMoreOftenThanAsked() {
        TimingList timings = timings(10, 40);
        intervals.update(0, timings, () -> PointSamples.NONE, 0);
        assertThat(intervals.of(Group.A, 0)).isEmpty();
        intervals.update(0, timings, () -> PointSamples.NONE, 3 * EVERY);
        assertThat(tasks).as("one under way").hasSize(1);
        tasks.remove().run();
        Interval interval = intervals.of(Group.A, 0).orElseThrow();
        assertThat(interval.low()).isLessThan(interval.high()).isBetween(850.0, 970.0);
        assertThat(intervals.of(Group.B, 0)).isEmpty();
        intervals.update(0, timings, () -> PointSamples.NONE, EVERY - 1);
        assertThat(tasks).isEmpty();
        intervals.update(0, timings, () -> PointSamples.NONE, EVERY);
        assertThat(tasks).hasSize(1);
    }

    @Test
    void thoseOfAnotherLoadPointAreForgotten() {
        intervals.update(0, timings(5, 20), () -> PointSamples.NONE, 0);
        tasks.remove().run();
        intervals.update(1, TimingList.copyOf(List.of()), () -> PointSamples.NONE, 1);
        assertThat(intervals.of(Group.A, 0)).isEmpty();
        assertThat(intervals.of(Group.A, 1)).isEmpty();
        intervals.update(1, timings(5, 20), () -> PointSamples.NONE, 2);
        assertThat(tasks).as("at once").hasSize(1);
    }

    /**
     * A fifth of each session's operations: the upper end has no figure, and so have the running figures of metrics.
     */
    @ParameterizedTest
    @EnumSource(
            value = Loss.class,
            names = {"FAILED", "NOT_REACHED"})
    void whatIsLostIsSlowerThanAnythingSeen(Loss loss) {
        LossyPoint point = LossyPoint.with(loss);
        intervals.update(
                0, TimingList.copyOf(point.timings()), () -> new PointSamples(LossyPoint.METRICS, point.samples()), 0);
        tasks.remove().run();
        assertThat(intervals.of(Group.A, 0).orElseThrow().low()).isInfinite();
        assertThat(intervals.metrics(0).get(0).failed()).isEqualTo(LossyPoint.LOST);
        assertThat(intervals.metrics(0).get(0).value()).isInfinite();
        assertThat(shown(point))
                .returns(LossyPoint.LOST, LiveMetric::failed)
                .returns(0, LiveMetric::unknown)
                .returns(null, LiveMetric::value);
    }

    @Test
    void whatIsNotKnownYetIsCounted() {
        LossyPoint point = LossyPoint.with(Loss.UNKNOWN);
        intervals.update(
                0, TimingList.copyOf(point.timings()), () -> new PointSamples(LossyPoint.METRICS, point.samples()), 0);
        tasks.remove().run();
        assertThat(intervals.metrics(0).get(0).unknown()).isEqualTo(LossyPoint.LOST);
        assertThat(intervals.metrics(0).get(0).worst()).isInfinite();
        assertThat(shown(point)).returns(0, LiveMetric::failed).returns(LossyPoint.LOST, LiveMetric::unknown);
    }

    /** As the page of the run has it. */
    private LiveMetric shown(LossyPoint point) {
        return LiveMetric.of(List.of(LossyPoint.SIMILARITY), point.profile().limits(), intervals.metrics(0))
                .get(0);
    }

    /** An interval of millions of timings takes seconds. */
    @Test
    void whatTakesLongComesLessOften() {
        TimingList timings = timings(5, 20);
        LiveIntervals slow = new LiveIntervals(tasks::add, EVERY, 7, () -> now += EVERY);
        slow.update(0, timings, () -> PointSamples.NONE, 0);
        tasks.remove().run();
        assertThat(slow.of(Group.A, 0)).isPresent();
        slow.update(0, timings, () -> PointSamples.NONE, 10 * EVERY);
        assertThat(tasks)
                .as("it took as long as the least time between two, until %s", now)
                .isEmpty();
        slow.update(0, timings, () -> PointSamples.NONE, now + 9 * EVERY);
        assertThat(tasks).hasSize(1);
    }
}
