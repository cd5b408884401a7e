package io.deskmeter.measure.expect;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.expect.ExpectationResult.State;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.search.MeasuredHistory;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.Timings;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Expectation.Metric;
import io.deskmeter.workload.run.Expectation.Relation;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExpectationsTest {
    private static final io.deskmeter.workload.metric.Metric FRAME_GAP = MetricSource.FRAME_GAP.metric();
    private static final Capacity EIGHT = new Capacity(8, new Interval(7, 9), true, "");
    private static final Capacity AT_LEAST_EIGHT =
            new Capacity(8, new Interval(8, Double.POSITIVE_INFINITY), false, "");

    @Test
    void aCapacityIsComparedAndItsDoubtIsReported() {
        assertThat(one(Metric.CAPACITY, Relation.AT_LEAST, 7, facts(EIGHT)))
                .isEqualTo(new ExpectationResult(
                        new Expectation(Metric.CAPACITY, Relation.AT_LEAST, 7),
                        State.MET,
                        8,
                        "8 sessions (interval 7 to 9)"));
        ExpectationResult close = one(Metric.CAPACITY, Relation.ABOVE, 8, facts(EIGHT));
        assertThat(close.state()).isEqualTo(State.NOT_MET);
        assertThat(close.words()).isEqualTo("8 sessions (interval 7 to 9; within the uncertainty)");
        assertThat(one(Metric.CAPACITY, Relation.AT_MOST, 8, facts(EIGHT)).state())
                .isEqualTo(State.MET);
        assertThat(one(Metric.CAPACITY, Relation.BELOW, 8, facts(EIGHT)).state())
                .isEqualTo(State.NOT_MET);
    }

    /**
     * An error of Deskmeter ended one of fifty, and a larger load point failed: whether the platform holds 49 or 50 is
     * not known.
     */
    @Test
    void aCapacityDoesNotLackWhatDeskmeterItselfEnded() {
        Capacity capacity = new Capacity(49, new Interval(49, 59), true, "");
        LoadPointSummary passed = Judge.judge(
                new PointTimings(
                        50,
                        Set.of(),
                        Timings.many(50, 1000, "entry", Group.A, i -> 300),
                        List.of(new MissingOperations(7, "w", "entry", Group.A, 2)),
                        false,
                        List.of(),
                        Set.of(7)),
                Thresholds.DEFAULT,
                1);
        assertThat(passed.pass()).isTrue();
        assertThat(passed.carried()).isEqualTo(49);
        RunFacts facts = new RunFacts(
                capacity,
                List.of(new RunFacts.Point(passed, Double.NaN, Double.NaN), point(60, 9000, 0)),
                sessions(60, 60, 0),
                logons(60));
        ExpectationResult open = one(Metric.CAPACITY, Relation.AT_LEAST, 50, facts);
        assertThat(open.state()).isEqualTo(State.UNKNOWN);
        assertThat(open.words())
                .isEqualTo("49 sessions, and 1 more that an error of Deskmeter ended: whether the platform holds that"
                        + " one is not known");
        assertThat(one(Metric.CAPACITY, Relation.AT_LEAST, 49, facts).state()).isEqualTo(State.MET);
        assertThat(one(Metric.CAPACITY, Relation.AT_LEAST, 51, facts).state()).isEqualTo(State.NOT_MET);
        assertThat(one(Metric.CAPACITY, Relation.AT_MOST, 49, facts).state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void aLoadThatEndedTheSearchSaysNothingOfMore() {
        assertThat(one(Metric.CAPACITY, Relation.AT_LEAST, 8, facts(AT_LEAST_EIGHT))
                        .state())
                .isEqualTo(State.MET);
        assertThat(one(Metric.CAPACITY, Relation.AT_LEAST, 10, facts(AT_LEAST_EIGHT)))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(State.UNKNOWN, "at least 8 sessions: no more were measured, and no threshold broke");
        assertThat(one(Metric.CAPACITY, Relation.AT_MOST, 10, facts(AT_LEAST_EIGHT))
                        .state())
                .isEqualTo(State.UNKNOWN);
        assertThat(one(Metric.CAPACITY, Relation.AT_MOST, 5, facts(AT_LEAST_EIGHT))
                        .state())
                .isEqualTo(State.NOT_MET);
    }

    @Test
    void aMetricIsLookedAtWhereTheCapacityIs() {
        LoadPointSummary eight = MeasuredHistory.summary(8, 100, 0.5, 0.01, FRAME_GAP, false);
        RunFacts facts = new RunFacts(
                EIGHT,
                List.of(
                        new RunFacts.Point(
                                MeasuredHistory.summary(4, 100, 0.1, 0.01, FRAME_GAP, false), Double.NaN, Double.NaN),
                        new RunFacts.Point(eight, Double.NaN, Double.NaN)),
                sessions(12, 12, 0),
                logons(12));
        ExpectationResult met = one(new Expectation.OfMetric("frame-gap"), Relation.BELOW, 300, facts);
        assertThat(met.state()).isEqualTo(State.MET);
        assertThat(met.seen()).isEqualTo(200);
        assertThat(met.unit()).isEqualTo("ms");
        assertThat(met.words()).isEqualTo("p95 0.2 s (at 8 sessions, 95 % interval 0.196 s to 0.204 s)");
        ExpectationResult close = one(new Expectation.OfMetric("frame-gap"), Relation.BELOW, 200, facts);
        assertThat(close.state()).isEqualTo(State.NOT_MET);
        assertThat(close.words()).endsWith(": within the uncertainty)");
        assertThat(one(new Expectation.OfMetric("sharp"), Relation.ABOVE, 0.5, facts))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(State.UNKNOWN, "no workload of the run measures it");
    }

    @Test
    void aMetricOfWhichTooMuchIsUnknownCannotBeTold() {
        LoadPointSummary untold = MeasuredHistory.summary(8, 100, 0.5, 0.01, FRAME_GAP, true);
        RunFacts facts = new RunFacts(
                EIGHT, List.of(new RunFacts.Point(untold, Double.NaN, Double.NaN)), sessions(12, 12, 0), logons(12));
        assertThat(one(new Expectation.OfMetric("frame-gap"), Relation.BELOW, 300, facts))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(State.UNKNOWN, "half of the samples are unknown");
    }

    @Test
    void groupsAreLookedAtWhereTheCapacityIs() {
        RunFacts facts = new RunFacts(
                EIGHT,
                List.of(point(4, 300, 0), point(8, 800, 0), point(12, 2000, 0)),
                sessions(12, 12, 0),
                logons(12));
        ExpectationResult met = one(Metric.GROUP_A_P95, Relation.BELOW, 900, facts);
        assertThat(met.state()).isEqualTo(State.MET);
        assertThat(met.seen()).isEqualTo(800);
        assertThat(met.words()).isEqualTo("0.8 s (at 8 sessions, 95 % interval 0.8 s to 0.8 s)");
        assertThat(one(Metric.GROUP_A_P50, Relation.AT_LEAST, 900, facts).state())
                .isEqualTo(State.NOT_MET);
        assertThat(one(Metric.GROUP_B_P95, Relation.BELOW, 900, facts))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(State.UNKNOWN, "there is no such figure");
        assertThat(one(Metric.DESKTOPS_WITHIN, Relation.AT_LEAST, 1, facts).words())
                .isEqualTo("100 % (8 of 8 at 8 sessions)");
        assertThat(one(Metric.HARNESS_CPU, Relation.AT_MOST, 0.1, facts).words())
                .isEqualTo("5 % (at 8 sessions)");
        assertThat(one(Metric.HOST_CPU, Relation.AT_MOST, 0.1, facts).state()).isEqualTo(State.NOT_MET);
    }

    /** Deskmeter lost the half of what two of ten desktops worked: they may have been within. */
    @Test
    void aDesktopOfWhichNotAllWasDeliveredMayHaveBeenWithin() {
        List<Timing> timings = new ArrayList<>(Timings.many(10, 200, "entry", Group.A, i -> 300));
        for (int i = 0; i < 20; i++) {
            timings.add(Timings.failed(i % 2, "entry", Group.A, Outcome.HARNESS_ERROR));
        }
        LoadPointSummary summary = Judge.judge(10, Set.of(), timings, Thresholds.DEFAULT, 1);
        RunFacts facts = new RunFacts(
                null, List.of(new RunFacts.Point(summary, Double.NaN, Double.NaN)), sessions(10, 10, 0), logons(10));
        assertThat(one(Metric.DESKTOPS_WITHIN, Relation.AT_LEAST, 0.9, facts))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(
                        State.UNKNOWN,
                        "80 % (8 of 10 at 10 sessions; 2 more may have been, but not all of them was delivered), but it depends on what is"
                                + " not known");
        assertThat(one(Metric.DESKTOPS_WITHIN, Relation.AT_LEAST, 0.8, facts).state())
                .isEqualTo(State.MET);
    }

    /**
     * Two slow desktops stay slow, and two that are within are not counted twice because one of their operations was
     * not delivered.
     */
    @Test
    void whatWasNotDeliveredOfADesktopThatIsWithinMakesNoOtherOne() {
        List<Timing> timings = new ArrayList<>();
        for (int session = 0; session < 10; session++) {
            double millis = session < 8 ? 300 : 3000;
            for (int i = 0; i < 100; i++) {
                timings.add(
                        session < 2 && i == 0
                                ? Timings.failed(session, "entry", Group.A, Outcome.HARNESS_ERROR)
                                : Timings.ok(session, "entry", Group.A, millis));
            }
        }
        LoadPointSummary summary = Judge.judge(10, Set.of(), timings, Thresholds.DEFAULT, 1);
        RunFacts facts = new RunFacts(
                null, List.of(new RunFacts.Point(summary, Double.NaN, Double.NaN)), sessions(10, 10, 0), logons(10));
        assertThat(one(Metric.DESKTOPS_WITHIN, Relation.AT_LEAST, 0.9, facts).state())
                .isEqualTo(State.NOT_MET);
    }

    @Test
    void ofSeveralPointsOfTheCapacityTheLastThatPassedSpeaks() {
        LoadPointSummary first = point(8, 700, 0).summary();
        LoadPointSummary second = point(8, 800, 0).summary();
        LoadPointSummary third = point(8, 1100, 0).summary();
        LoadPointSummary other = point(12, 2000, 0).summary();
        assertThat(decisive(List.of(first, second, third, other), 8)).containsSame(second);
        assertThat(decisive(List.of(third, other), 8)).containsSame(third);
        assertThat(decisive(List.of(third, other), null)).containsSame(other);
        assertThat(decisive(List.of(), 8)).isEmpty();
    }

    @Test
    void failuresAreCountedAndMakeAPercentileInfinite() {
        RunFacts facts = new RunFacts(EIGHT, List.of(point(8, 300, 12)), sessions(8, 8, 0), logons(8));
        assertThat(one(Metric.GROUP_A_FAILED, Relation.AT_MOST, 0.01, facts))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(State.NOT_MET, "9.09 % (12 of 132 at 8 sessions)");
        ExpectationResult slow = one(Metric.GROUP_A_P95, Relation.BELOW, 900, facts);
        assertThat(slow.state()).isEqualTo(State.NOT_MET);
        assertThat(slow.words()).startsWith("∞ (at 8 sessions");
    }

    @Test
    void sessionsAreThoseOfTheWholeRun() {
        RunFacts facts = new RunFacts(EIGHT, List.of(), sessions(50, 50, 1), logons(50));
        assertThat(one(Metric.SESSIONS_LOST, Relation.AT_MOST, 0.02, facts))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(State.MET, "2 % (1 of 50)");
        assertThat(one(Metric.LOGON_P95, Relation.BELOW, 10_000, facts).words()).isEqualTo("4.8 s (of 50 logons)");
    }

    /** Twenty asked, ten in at most 1 s, ten never: the slowest twentieth never came. */
    @Test
    void logonsThatNeverCameAreSlowerThanAnyOther() {
        List<Logon> logons = someLogons(10);
        for (int i = 10; i < 20; i++) {
            logons.add(new Logon(i, Ending.FAILED, Double.NaN));
        }
        RunFacts facts =
                new RunFacts(EIGHT, List.of(), sessions(20, 10, 0), LogonSummary.of(logons, Bootstrap.DEFAULT, 1));
        assertThat(one(Metric.LOGON_P95, Relation.BELOW, 10_000, facts))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(State.NOT_MET, "∞ (of 20 logons, 10 of them did not succeed)");
    }

    /** Figures of a point that does not tell what so many sessions are like: whichever they are. */
    @ParameterizedTest
    @EnumSource(
            value = Metric.class,
            names = {
                "GROUP_A_P50",
                "GROUP_A_P95",
                "GROUP_A_FAILED",
                "GROUP_B_P50",
                "GROUP_B_P95",
                "GROUP_B_FAILED",
                "DESKTOPS_WITHIN",
                "HOST_CPU",
                "HARNESS_CPU"
            })
    void noFigureOfAPointThatFailedMeetsAnything(Metric metric) {
        LoadPointSummary whole = point(8, 300, 0).summary();
        PointFailure failure = new PointFailure(PointFailure.Kind.SESSIONS_LOST, "3 of 8 sessions were lost");
        for (LoadPointSummary summary : List.of(
                whole.failed(failure), whole.notJudged("the agent stood still"), whole.endedEarly("it was slow"))) {
            RunFacts facts =
                    new RunFacts(EIGHT, List.of(new RunFacts.Point(summary, 0.6, 0.05)), sessions(8, 8, 0), logons(8));
            for (Relation relation : Relation.values()) {
                assertThat(one(metric, relation, 0.5, facts).state()).isEqualTo(State.UNKNOWN);
            }
        }
    }

    @Test
    void whatWasNotReachedHasFailed() {
        List<Timing> timings = new ArrayList<>(Timings.many(8, 90, "entry", Group.A, i -> 300));
        for (int i = 0; i < 10; i++) {
            timings.add(Timings.failed(i % 8, "entry", Group.A, Outcome.SKIPPED));
        }
        RunFacts.Point point = new RunFacts.Point(Judge.judge(8, Set.of(), timings, Thresholds.DEFAULT, 1), 0.6, 0.05);
        RunFacts facts = new RunFacts(EIGHT, List.of(point), sessions(8, 8, 0), logons(8));
        assertThat(one(Metric.GROUP_A_FAILED, Relation.AT_MOST, 0.05, facts))
                .extracting(ExpectationResult::state, ExpectationResult::words)
                .containsExactly(State.NOT_MET, "10 % (10 of 100, 10 of them not reached at 8 sessions)");
    }

    @Test
    void whatWasNotDeliveredNeverMeetsAnExpectation() {
        List<Timing> timings = new ArrayList<>(Timings.many(8, 98, "entry", Group.A, i -> 300));
        timings.add(Timings.failed(0, "entry", Group.A, Outcome.HARNESS_ERROR));
        timings.add(Timings.failed(1, "entry", Group.A, Outcome.HARNESS_ERROR));
        RunFacts.Point point = new RunFacts.Point(Judge.judge(8, Set.of(), timings, Thresholds.DEFAULT, 1), 0.6, 0.05);
        RunFacts facts = new RunFacts(EIGHT, List.of(point), sessions(8, 8, 0), logons(8));
        assertThat(one(Metric.GROUP_A_FAILED, Relation.AT_MOST, 0.01, facts).state())
                .isEqualTo(State.UNKNOWN);
        assertThat(one(Metric.GROUP_A_FAILED, Relation.AT_MOST, 0.02, facts).state())
                .isEqualTo(State.MET);
        assertThat(one(Metric.GROUP_A_P95, Relation.BELOW, 900, facts).state()).isEqualTo(State.MET);
        assertThat(one(Metric.GROUP_A_P50, Relation.BELOW, 900, facts).state()).isEqualTo(State.UNKNOWN);
    }

    /** One of its twenty sessions was lost, so it is the point of the capacity of nineteen. */
    @Test
    void aPointSpeaksForTheSessionsThatItCarried() {
        PointTimings twenty =
                new PointTimings(20, Set.of(19), Timings.many(20, 200, "entry", Group.A, i -> 300), List.of());
        RunFacts.Point point = new RunFacts.Point(Judge.judge(twenty, Thresholds.DEFAULT, 1), 0.6, 0.05);
        Capacity nineteen = new Capacity(19, new Interval(19, 29), true, "");
        RunFacts facts = new RunFacts(nineteen, List.of(point, point(30, 2000, 0)), sessions(30, 30, 1), logons(30));
        assertThat(one(Metric.GROUP_A_P95, Relation.BELOW, 900, facts).state()).isEqualTo(State.MET);
    }

    /** A build that rests on an expectation must not be green because nothing was measured. */
    @ParameterizedTest
    @EnumSource
    void nothingIsMetWhereNothingWasMeasured(Metric metric) {
        RunFacts nothing = new RunFacts(null, List.of(), sessions(0, 0, 0), logons(0));
        for (Relation relation : Relation.values()) {
            assertThat(one(metric, relation, 1, nothing).state()).isEqualTo(State.UNKNOWN);
        }
    }

    private static ExpectationResult one(Expectation.Figure metric, Relation relation, double bound, RunFacts facts) {
        return Expectations.evaluate(List.of(new Expectation(metric, relation, bound)), facts)
                .get(0);
    }

    private static Optional<LoadPointSummary> decisive(List<LoadPointSummary> points, @Nullable Integer capacity) {
        return RunFacts.decisive(points, LoadPointSummary::sessions, LoadPointSummary::pass, capacity);
    }

    private static RunFacts facts(Capacity capacity) {
        return new RunFacts(capacity, List.of(), sessions(0, 0, 0), logons(0));
    }

    private static RunFacts.Point point(int sessions, double responseMs, int failed) {
        List<Timing> timings = new ArrayList<>(Timings.many(sessions, 120, "entry", Group.A, i -> responseMs));
        for (int i = 0; i < failed; i++) {
            timings.add(Timings.failed(i % sessions, "entry", Group.A, Outcome.TIMEOUT));
        }
        return new RunFacts.Point(Judge.judge(sessions, Set.of(), timings, Thresholds.DEFAULT, 1), 0.6, 0.05);
    }

    private static RunFacts.Sessions sessions(int asked, int loggedOn, int lost) {
        return new RunFacts.Sessions(asked, loggedOn, lost);
    }

    /** Logons of 0.1 s, 0.2 s and so on. */
    private static LogonSummary logons(int count) {
        return LogonSummary.of(someLogons(count), Bootstrap.DEFAULT, 1);
    }

    private static List<Logon> someLogons(int count) {
        List<Logon> logons = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            logons.add(new Logon(i - 1, Ending.OK, 100.0 * i));
        }
        return logons;
    }
}
