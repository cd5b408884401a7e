package io.deskmeter.measure.search;

import static io.deskmeter.measure.timing.Timings.failed;
import static io.deskmeter.measure.timing.Timings.many;
import static io.deskmeter.workload.operation.Group.A;
import static io.deskmeter.workload.operation.Group.B;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {

    @Test
    void rampAddsUntilAThresholdBreaks() {
        Load ramp = new Load.Ramp(1, 2, 100);
        List<MeasuredPoint> points = new ArrayList<>();
        assertThat(CapacitySearch.next(ramp, points)).isEqualTo(new SearchDecision.Measure(1));
        points.add(passing(1));
        assertThat(CapacitySearch.next(ramp, points)).isEqualTo(new SearchDecision.Measure(3));
        points.add(passing(3));
        assertThat(CapacitySearch.next(ramp, points)).isEqualTo(new SearchDecision.Measure(5));
        points.add(failing(5));
        assertThat(CapacitySearch.next(ramp, points))
                .isEqualTo(new SearchDecision.Done(new Capacity(
                        3,
                        new Interval(3, 4),
                        true,
                        "p95 of group A was 1.32 s at 5 sessions (threshold 1 s), mostly calc/compute")));
    }

    @Test
    void rampEndsAtItsMaximumEvenWithAShortLastStep() {
        Load ramp = new Load.Ramp(2, 4, 7);
        assertThat(CapacitySearch.next(ramp, List.of(passing(2)))).isEqualTo(new SearchDecision.Measure(6));
        assertThat(CapacitySearch.next(ramp, List.of(passing(2), passing(6)))).isEqualTo(new SearchDecision.Measure(7));
        Capacity capacity = done(ramp, List.of(passing(2), passing(6), passing(7)));
        assertThat(capacity.sessions()).isEqualTo(7);
        assertThat(capacity.interval()).isEqualTo(new Interval(7, Double.POSITIVE_INFINITY));
        assertThat(capacity.thresholdBroken()).isFalse();
        assertThat(capacity.reason()).isEqualTo("all 7 sessions passed; no larger load failed");
    }

    /** One of many that died fails no point by itself, but nobody says that all passed. */
    @Test
    void whoDiedDidNotPass() {
        Load ramp = new Load.Ramp(40, 1, 40);
        List<Timing> timings = many(40, 40, "compute", A, i -> 300);
        timings.removeIf(timing -> timing.session() == 7);
        LoadPointSummary point = Judge.judge(40, Set.of(7), timings, Thresholds.DEFAULT, 1);
        assertThat(point.verdict()).isEqualTo(Verdict.PASS);
        Capacity capacity = done(ramp, List.of(new MeasuredPoint(point, 0)));
        assertThat(capacity.sessions()).isEqualTo(39);
        assertThat(capacity.reason()).isEqualTo("of 40 sessions 39 worked and passed; no larger load failed");
    }

    @Test
    void rampDoesNotOverflow() {
        Load ramp = new Load.Ramp(1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        assertThat(CapacitySearch.next(ramp, List.of(passing(1))))
                .isEqualTo(new SearchDecision.Measure(Integer.MAX_VALUE));
    }

    @Test
    void stepsStopAtTheFirstThatFails() {
        Load steps = new Load.Steps(List.of(2, 4, 8));
        assertThat(CapacitySearch.next(steps, List.of(passing(2)))).isEqualTo(new SearchDecision.Measure(4));
        assertThat(done(steps, List.of(passing(2), failing(4))).sessions()).isEqualTo(2);
        assertThat(done(steps, List.of(passing(2), passing(4), passing(8))).sessions())
                .isEqualTo(8);
    }

    @Test
    void aFixedLoadIsMeasuredOnceAndNeverExtended() {
        Load fixed = new Load.Fixed(3);
        assertThat(CapacitySearch.next(fixed, List.of())).isEqualTo(new SearchDecision.Measure(3));
        Capacity capacity = done(fixed, List.of(undecided(3, 1)));
        assertThat(capacity.sessions()).isEqualTo(3);
        assertThat(capacity.reason())
                .isEqualTo("all 3 sessions passed, though within the uncertainty of the measurement;"
                        + " no larger load failed");
    }

    @Test
    void anUndecidedPointIsExtendedOnceAndThenJudgedByItsEstimate() {
        Load ramp = new Load.Ramp(1, 1, 9);
        MeasuredPoint first = undecided(2, 1);
        assertThat(CapacitySearch.next(ramp, List.of(passing(1), first)))
                .isEqualTo(new SearchDecision.Extend("2 measured longer: undecided, A 0.992 s of 1 s"));
        MeasuredPoint extended = new MeasuredPoint(first.summary(), 1);
        assertThat(CapacitySearch.next(ramp, List.of(passing(1), extended))).isEqualTo(new SearchDecision.Measure(3));
        assertThat(CapacitySearch.next(ramp, List.of(passing(1), first), new SearchContext(0, 1, Duration.ZERO)))
                .isEqualTo(new SearchDecision.Measure(3));

        Capacity capacity = done(ramp, List.of(passing(1), extended, failing(3)));
        assertThat(capacity.sessions()).isEqualTo(2);
        assertThat(capacity.interval()).isEqualTo(new Interval(1, 2));
    }

    @Test
    void aPointThatFailsByItsEstimateOnlyMayStillHold() {
        MeasuredPoint last = new MeasuredPoint(undecided(2, 1.05).summary(), 1);
        Capacity capacity = done(new Load.Ramp(1, 1, 9), List.of(passing(1), last));
        assertThat(capacity.sessions()).isEqualTo(1);
        assertThat(capacity.interval()).isEqualTo(new Interval(1, 2));
        assertThat(capacity.reason()).endsWith("mostly calc/compute, though within the uncertainty of the measurement");
    }

    @Test
    void notEvenTheFirst() {
        Capacity capacity = done(new Load.Ramp(4, 1, 9), List.of(failing(4)));
        assertThat(capacity.sessions()).isZero();
        assertThat(capacity.interval()).isEqualTo(new Interval(0, 3));
    }

    @Test
    void saysWhenFailuresAndNotSlownessBrokeTheThreshold() {
        List<Timing> timings = many(4, 30, "open", B, i -> 100);
        IntStream.range(0, 10).forEach(i -> timings.add(failed(i % 4, "open", B, Outcome.APPLICATION_FAILED)));
        Capacity capacity = done(new Load.Fixed(4), List.of(point(4, timings)));
        assertThat(capacity.reason())
                .isEqualTo("10 of 40 operations of group B failed at 4 sessions (more than 5 %), mostly calc/open");
    }

    @Test
    void saysThatAnOperationOfAnotherGroupKeptTheOthersFromBeingReached() {
        List<Timing> timings = new ArrayList<>();
        IntStream.range(0, 8).forEach(i -> {
            timings.add(failed(i % 4, "open", B, Outcome.TIMEOUT));
            timings.add(failed(i % 4, "compute", A, Outcome.SKIPPED));
        });
        Capacity capacity = done(new Load.Fixed(4), List.of(point(4, timings)));
        assertThat(capacity.reason())
                .contains(" of group A failed at 4 sessions")
                .endsWith(", mostly not reached after calc/open");
    }

    @Test
    void saysWhenNothingWasMeasured() {
        Capacity capacity = done(new Load.Fixed(1), List.of(point(1, List.of())));
        assertThat(capacity.thresholdBroken()).isFalse();
        assertThat(capacity.reason()).isEqualTo("nothing of groups A and B was measured at 1 session");
    }

    @Test
    void aPointThatThePlatformDidNotCarryFailsWhateverItsTimingsSay() {
        PointFailure refused = new PointFailure(PointFailure.Kind.LOGONS_REFUSED, "2 of 8 logons were refused");
        Load steps = new Load.Steps(List.of(4, 8, 16));
        MeasuredPoint fast = new MeasuredPoint(passing(8).summary().failed(refused), 0);
        assertThat(fast.summary().pass()).isFalse();
        assertThat(fast.summary().verdict()).isEqualTo(Verdict.FAIL);

        Capacity capacity = done(steps, List.of(passing(4), fast));

        assertThat(capacity)
                .isEqualTo(new Capacity(4, new Interval(4, 7), true, "2 of 8 logons were refused, at 8 sessions"));
        assertThat(CapacitySearch.failure(List.of(passing(4).summary(), fast.summary()), 4))
                .isEqualTo(refused);
        assertThat(CapacitySearch.limitedBy(List.of(passing(4).summary(), fast.summary()), 4))
                .isNull();
    }

    @Test
    void aPointMayFailBeforeAnythingOfItIsTimed() {
        PointFailure late =
                new PointFailure(PointFailure.Kind.RAMP_UP_TIMEOUT, "1 of 8 sessions had not warmed up after 300 s");
        MeasuredPoint nothing = new MeasuredPoint(point(8, List.of()).summary().failed(late), 0);
        Load ramp = new Load.Ramp(4, 4, 40);

        Capacity capacity = done(ramp, List.of(passing(4), nothing));

        assertThat(capacity.sessions()).isEqualTo(4);
        assertThat(capacity.interval()).isEqualTo(new Interval(4, 7));
        assertThat(capacity.reason()).isEqualTo("1 of 8 sessions had not warmed up after 300 s, at 8 sessions");
    }

    /** For any capacity, a ramp with steps of one finds exactly that, in as many points. */
    @Test
    void findsTheCapacityOfAnyPlatform() {
        Random random = new Random(77);
        for (int trial = 0; trial < 100; trial++) {
            int from = 1 + random.nextInt(5);
            int max = from + random.nextInt(12);
            int holds = random.nextInt(max + 3);
            List<MeasuredPoint> points = new ArrayList<>();
            Load ramp = new Load.Ramp(from, 1, max);
            SearchDecision next = CapacitySearch.next(ramp, points);
            while (next instanceof SearchDecision.Measure measure) {
                points.add(measure.sessions() <= holds ? passing(measure.sessions()) : failing(measure.sessions()));
                next = CapacitySearch.next(ramp, points);
            }
            Capacity capacity = ((SearchDecision.Done) next).capacity();
            assertThat(capacity.sessions()).isEqualTo(holds < from ? 0 : Math.min(holds, max));
            assertThat(capacity.thresholdBroken()).isEqualTo(holds < max);
            assertThat(points).hasSizeLessThanOrEqualTo(max - from + 1);
        }
    }

    /** A load point that did not pass shows of no session that it holds. */
    @Test
    void aPointThatFailedAddsNoSessionsToTheCapacity() {
        Load search = new Load.FindMax(1, OptionalInt.of(100), 100, Load.FindMax.DEFAULT_PRECISION, false);
        List<Timing> timings = many(100, 400, "compute", A, i -> 300);
        MeasuredPoint lostOne = new MeasuredPoint(Judge.judge(100, Set.of(7), timings, Thresholds.DEFAULT, 1), 0);
        MeasuredPoint failed = point(100, many(100, 400, "compute", A, i -> i % 15 == 0 ? 1005 : 990));
        assertThat(failed.summary().pass()).isFalse();
        assertThat(CapacitySearch.soFar(search, List.of(lostOne), "").sessions())
                .isEqualTo(99);
        assertThat(CapacitySearch.soFar(search, List.of(lostOne, failed), "").sessions())
                .isEqualTo(99);
    }

    private static Capacity done(Load load, List<MeasuredPoint> points) {
        SearchDecision next = CapacitySearch.next(load, points);
        assertThat(next).isInstanceOf(SearchDecision.Done.class);
        return ((SearchDecision.Done) next).capacity();
    }

    private static MeasuredPoint passing(int sessions) {
        return point(sessions, many(sessions, 40, "compute", A, i -> 300));
    }

    private static MeasuredPoint failing(int sessions) {
        return point(sessions, many(sessions, 40, "compute", A, i -> 1320));
    }

    /** Most responses below 1 s, a few above, so that the p95 is {@code factor} times 992 ms and nobody can be sure. */
    private static MeasuredPoint undecided(int sessions, double factor) {
        MeasuredPoint point =
                point(sessions, many(sessions, 40, "compute", A, i -> factor * (952 + 40 * (i / 37) + 20 * (i / 39))));
        assertThat(point.summary().verdict()).isEqualTo(Verdict.UNDECIDED);
        return point;
    }

    private static MeasuredPoint point(int sessions, List<Timing> timings) {
        return new MeasuredPoint(Judge.judge(sessions, Set.of(), timings, Thresholds.DEFAULT, 1), 0);
    }
}
