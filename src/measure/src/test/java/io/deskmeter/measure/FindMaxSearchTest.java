package io.deskmeter.measure;

import static io.deskmeter.measure.Timings.failed;
import static io.deskmeter.measure.Timings.many;
import static io.deskmeter.workload.Group.A;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.Load;
import io.deskmeter.workload.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FindMaxSearchTest {
    private static final int MOST_STEPS = 2 * FindMaxSearch.MOST_POINTS + 2;

    private final List<MeasuredPoint> points = new ArrayList<>();

    private static Load.FindMax findMax(OptionalInt hint, int max) {
        return new Load.FindMax(1, hint, max, Load.FindMax.DEFAULT_PRECISION, false);
    }

    /** Runs a search on a platform that is told by its p95 over the threshold. */
    private Capacity search(Load.FindMax load, IntFunction<MeasuredPoint> platform) {
        Next next = CapacitySearch.next(load, points);
        for (int steps = 0; !(next instanceof Next.Done); steps++) {
            assertThat(steps).as("%s", sizes()).isLessThan(MOST_STEPS);
            if (next instanceof Next.Measure measure) {
                assertThat(measure.sessions()).isBetween(load.from(), load.max());
                points.add(asked(platform.apply(measure.sessions()), measure.brief()));
            } else {
                MeasuredPoint last = points.remove(points.size() - 1);
                points.add(new MeasuredPoint(last.summary(), last.extensions() + 1));
            }
            next = CapacitySearch.next(load, points);
        }
        return ((Next.Done) next).capacity();
    }

    /** Sizes of the points that were not brief. */
    private Stream<Integer> full() {
        return points.stream().filter(p -> !p.brief()).map(p -> p.summary().sessions());
    }

    private static MeasuredPoint asked(MeasuredPoint point, boolean brief) {
        return new MeasuredPoint(point.summary(), 0, brief, point.cpuShare());
    }

    private List<Integer> sizes() {
        return points.stream().map(p -> p.summary().sessions()).toList();
    }

    /** Slowness rises with the power 4 of the load and passes the threshold between {@code knee} and {@code knee + 1}. */
    private static MeasuredPoint smooth(int sessions, int knee) {
        return point(sessions, 1000 * Math.pow(sessions / (knee + 0.5), 4));
    }

    private static MeasuredPoint point(int sessions, double millis) {
        return judged(sessions, many(sessions, 40 * sessions, "compute", A, i -> millis * (0.99 + 0.0002 * (i % 50))));
    }

    private static MeasuredPoint failing(int sessions) {
        List<Timing> timings = new ArrayList<>();
        IntStream.range(0, 40).forEach(i -> timings.add(failed(i % sessions, "compute", A, Outcome.TIMEOUT)));
        return judged(sessions, timings);
    }

    private static MeasuredPoint judged(int sessions, List<Timing> timings) {
        Bootstrap cheap = new Bootstrap(40, 0.95);
        return new MeasuredPoint(Judge.judge(sessions, Set.of(), timings, Thresholds.DEFAULT, cheap, 1), 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13, 20, 37, 64, 100, 240, 500})
    void findsAnySmoothKneeAndVerifiesIt(int knee) {
        Capacity capacity = search(findMax(OptionalInt.empty(), 1000), n -> smooth(n, knee));
        assertThat(Math.abs(capacity.sessions() - knee)).as("%s", sizes()).isLessThanOrEqualTo((int) (0.05 * knee));
        assertThat(capacity.thresholdBroken()).isTrue();
        assertThat(capacity.interval().low()).isLessThanOrEqualTo(capacity.sessions());
        assertThat(capacity.interval().high()).isGreaterThanOrEqualTo(capacity.sessions());
        double near = capacity.sessions() * Load.FindMax.DEFAULT_PRECISION / 2;
        assertThat(full().filter(n -> n == capacity.sessions()).count())
                .as("%s", sizes())
                .isPositive();
        assertThat(full().filter(n -> Math.abs(n - capacity.sessions()) <= near).count())
                .as("%s", sizes())
                .isGreaterThanOrEqualTo(2);
        assertThat(sizes()).hasSizeLessThanOrEqualTo(FindMaxSearch.MOST_POINTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 17, 90, 400})
    void findsWhereFailuresBeginAtOnce(int knee) {
        Capacity capacity = search(findMax(OptionalInt.empty(), 1000), n -> n <= knee ? point(n, 300) : failing(n));
        assertThat(Math.abs(capacity.sessions() - knee)).as("%s", sizes()).isLessThanOrEqualTo((int) (0.05 * knee));
        assertThat(capacity.reason()).contains("operations of group A failed").contains("calc/compute");
    }

    @Test
    void beginsWithTheHintOrTheFewest() {
        assertThat(CapacitySearch.next(findMax(OptionalInt.of(24), 60), List.of()))
                .isEqualTo(new Next.Measure(24, true));
        assertThat(CapacitySearch.next(findMax(OptionalInt.empty(), 60), List.of()))
                .isEqualTo(new Next.Measure(1));
    }

    @Test
    void knowsFromTheProcessorsHowFarToGo() {
        MeasuredPoint one = new MeasuredPoint(point(1, 100).summary(), 0, false, 0.1);
        assertThat(CapacitySearch.next(findMax(OptionalInt.empty(), 60), List.of(one)))
                .isEqualTo(new Next.Measure(8, true));
    }

    @Test
    void nothingHolds() {
        Capacity capacity = search(findMax(OptionalInt.of(8), 60), n -> point(n, 3000));
        assertThat(capacity.sessions()).isZero();
        assertThat(capacity.interval()).isEqualTo(new Interval(0, 0));
        assertThat(capacity.thresholdBroken()).isTrue();
        assertThat(sizes()).endsWith(1, 1);
    }

    @Test
    void nothingFailsUpToTheMost() {
        Capacity capacity = search(findMax(OptionalInt.empty(), 60), n -> point(n, 300));
        assertThat(capacity.sessions()).isEqualTo(60);
        assertThat(capacity.interval()).isEqualTo(new Interval(60, Double.POSITIVE_INFINITY));
        assertThat(capacity.thresholdBroken()).isFalse();
        assertThat(sizes()).endsWith(60, 60);
    }

    @Test
    void theMostMayBeOne() {
        assertThat(search(findMax(OptionalInt.empty(), 1), n -> point(n, 300)).sessions())
                .isEqualTo(1);
        points.clear();
        assertThat(search(findMax(OptionalInt.empty(), 1), n -> point(n, 3000)).sessions())
                .isZero();
    }

    /** p95 on the threshold at every size: nobody can ever be sure. */
    @Test
    void undecidedForEverEnds() {
        Capacity capacity = search(
                findMax(OptionalInt.of(20), 60),
                n -> judged(n, many(n, 40, "compute", A, i -> 952 + 40 * (i / 37) + 20 * (i / 39))));
        assertThat(capacity.sessions()).isBetween(1, 60);
    }

    /** One point is disturbed: twice as slow as it is. */
    @Test
    void oneDisturbedPointDoesNotDecide() {
        int[] measured = new int[1];
        Capacity capacity = search(findMax(OptionalInt.of(30), 1000), n -> {
            measured[0]++;
            MeasuredPoint clean = smooth(n, 50);
            return measured[0] == 1 ? point(n, 1500) : clean;
        });
        assertThat(capacity.sessions()).as("%s", sizes()).isBetween(48, 52);
    }

    @Test
    void aFallingCurveEndsToo() {
        Capacity capacity = search(findMax(OptionalInt.of(10), 60), n -> point(n, n > 20 ? 300 : 1500));
        assertThat(capacity.sessions()).isBetween(0, 60);
    }

    @Test
    void nothingMeasuredIsSaid() {
        Capacity capacity = search(findMax(OptionalInt.of(2), 9), n -> judged(n, List.of()));
        assertThat(capacity.sessions()).isZero();
        assertThat(capacity.reason()).isEqualTo("nothing of groups A and B was measured at 2 sessions");
    }
}
