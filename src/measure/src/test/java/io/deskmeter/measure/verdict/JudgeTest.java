package io.deskmeter.measure.verdict;

import static io.deskmeter.measure.timing.Timings.failed;
import static io.deskmeter.measure.timing.Timings.many;
import static io.deskmeter.measure.timing.Timings.ok;
import static io.deskmeter.workload.operation.Group.A;
import static io.deskmeter.workload.operation.Group.B;
import static io.deskmeter.workload.operation.Group.C;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.OperationCount;
import io.deskmeter.measure.point.OperationPlans;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.point.SessionSummary;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.search.CapacityResult;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final long SEED = 1;

    @Test
    void literalTimingsGiveLiteralFigures() {
        List<Timing> timings = many(2, 20, "entry", A, i -> 10 * (i + 1));
        timings.addAll(many(2, 10, "save", B, i -> 1000 + 100 * i));
        timings.addAll(many(2, 4, "compress", C, i -> 90_000));
        LoadPointSummary point = judge(2, timings);

        assertThat(point.a().count()).isEqualTo(20);
        assertThat(point.a().p50Ms()).isEqualTo(100);
        assertThat(point.a().p95Ms()).isEqualTo(190);
        assertThat(point.b().p50Ms()).isEqualTo(1400);
        assertThat(point.b().p95Ms()).isEqualTo(1900);
        assertThat(point.verdict()).isEqualTo(Verdict.PASS);
        assertThat(point.pass()).isTrue();
        assertThat(point.limitedBy()).isNull();
        assertThat(point.desktopsWithinThresholds()).isEqualTo(2);
        assertThat(point.scheduleLagP95Ms()).isEqualTo(2);
        assertThat(point.operations())
                .hasSize(3)
                .element(0)
                .isEqualTo(new OperationSummary("office/calc", "entry", A, 2, 20, 0, 0, 0, 100, 190, 200, 10));
    }

    @Test
    void theIntervalDecidesAndTheEstimateOnlyWhenItMust() {
        assertThat(judge(4, many(4, 80, "entry", A, i -> 100 + i)).verdict()).isEqualTo(Verdict.PASS);
        assertThat(judge(4, many(4, 80, "entry", A, i -> 1100 + i)).verdict()).isEqualTo(Verdict.FAIL);
        LoadPointSummary straddling = judge(4, many(4, 80, "entry", A, i -> 960 + i % 50));
        assertThat(straddling.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(straddling.a().p95Ms()).isEqualTo(1005);
        assertThat(straddling.pass()).isFalse();
    }

    @Test
    void aPercentileOnTheThresholdPasses() {
        LoadPointSummary point = judge(1, many(1, 30, "entry", A, i -> 1000));
        assertThat(point.verdict()).isEqualTo(Verdict.PASS);
        assertThat(point.pass()).isTrue();
    }

    @Test
    void moreThanFivePercentFailuresNeverPass() {
        List<Timing> timings = many(5, 95, "entry", A, i -> 10);
        timings.addAll(Collections.nCopies(5, failed(0, "entry", A, Outcome.TIMEOUT)));
        assertThat(judge(5, timings).pass()).isTrue();

        timings.add(failed(1, "entry", A, Outcome.APPLICATION_FAILED));
        LoadPointSummary point = judge(5, timings);
        assertThat(point.a().count()).isEqualTo(101);
        assertThat(point.a().failed()).isEqualTo(6);
        assertThat(point.a().p95Ms()).isInfinite();
        assertThat(point.pass()).isFalse();
        assertThat(point.verdict()).isNotEqualTo(Verdict.PASS);
    }

    @Test
    void lossesAndWhatWasNotDeliveredAreCountedApart() {
        List<Timing> timings = many(1, 30, "entry", A, i -> 10);
        timings.add(failed(0, "entry", A, Outcome.SKIPPED));
        timings.add(failed(0, "compute", A, Outcome.HARNESS_ERROR));
        LoadPointSummary point = judge(1, timings.subList(0, 31));
        assertThat(point.a().count()).isEqualTo(31);
        assertThat(point.a().skipped()).isEqualTo(1);
        assertThat(point.a().failed()).isZero();
        assertThat(point.a().losses()).isEqualTo(1);
        assertThat(point.outcomes()).containsOnlyKeys(Outcome.values());
        List<Timing> withSpoilt = new ArrayList<>(timings.subList(1, 30));
        withSpoilt.add(timings.get(31));
        LoadPointSummary spoilt = judge(1, withSpoilt);
        assertThat(spoilt.a().count()).isEqualTo(29);
        assertThat(spoilt.a().notDelivered()).isEqualTo(1);
        assertThat(spoilt.account().count("A", Ending.NOT_DELIVERED)).isEqualTo(1);
    }

    /**
     * Fifty sessions, ten iterations of thirteen operations; 30 of 100 iterations time out at the first: what a user
     * could not do has failed.
     */
    @Test
    void whatWasNotReachedHasFailedForItsUser() {
        List<Timing> timings = new ArrayList<>();
        for (int session = 0; session < 50; session++) {
            for (int iteration = 0; iteration < 10; iteration++) {
                boolean fails = (session + iteration) % 10 < 3;
                timings.add(at(session, iteration, 1, "open", B, fails ? Outcome.TIMEOUT : Outcome.OK));
                for (int operation = 2; operation <= 12; operation++) {
                    timings.add(at(
                            session, iteration, operation, "a" + operation, A, fails ? Outcome.SKIPPED : Outcome.OK));
                }
                timings.add(at(session, iteration, 13, "save", B, fails ? Outcome.SKIPPED : Outcome.OK));
            }
        }
        LoadPointSummary point = judge(50, timings);
        assertThat(point.a().count()).isEqualTo(5500);
        assertThat(point.a().failed()).isZero();
        assertThat(point.a().skipped()).isEqualTo(1650);
        assertThat(point.b().failed()).isEqualTo(150);
        assertThat(point.b().skipped()).isEqualTo(150);
        assertThat(point.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(point.pass()).isFalse();
        assertThat(point.desktopsWithinThresholds()).isZero();
        assertThat(requireNonNull(point.limitedBy()).operationLabel()).isEqualTo("calc/open");
        assertThat(point.account().line("A").orElseThrow().endings())
                .containsEntry(Ending.OK, 3850)
                .containsEntry(Ending.NOT_REACHED, 1650);
    }

    /**
     * What the harness broke has not failed for the platform, and neither has what could not be reached because of it.
     */
    @Test
    void whatWasNotReachedBecauseOfTheHarnessWasNotDelivered() {
        List<Timing> timings = new ArrayList<>();
        for (int iteration = 0; iteration < 20; iteration++) {
            boolean broken = iteration == 7;
            timings.add(at(0, iteration, 1, "open", B, broken ? Outcome.HARNESS_ERROR : Outcome.OK));
            timings.add(at(0, iteration, 2, "entry", A, broken ? Outcome.SKIPPED : Outcome.OK));
            timings.add(at(0, iteration, 3, "save", B, broken ? Outcome.SKIPPED : Outcome.OK));
        }
        LoadPointSummary point = judge(1, timings);
        assertThat(point.a().notDelivered()).isEqualTo(1);
        assertThat(point.a().losses()).isZero();
        assertThat(point.b().notDelivered()).isEqualTo(2);
        assertThat(point.a().p95Ms()).isEqualTo(100);
        assertThat(point.a().p95WorstMs()).isEqualTo(100);
        assertThat(point.b().p95WorstMs()).isEqualTo(100);
    }

    @Test
    void whatWasNotDeliveredIsAtItsWorstToPassAndAtItsBestToFail() {
        List<Timing> few = many(5, 190, "entry", A, i -> 10);
        few.addAll(Collections.nCopies(2, failed(0, "entry", A, Outcome.HARNESS_ERROR)));
        assertThat(judge(5, few).verdict()).isEqualTo(Verdict.PASS);

        List<Timing> many = many(5, 190, "entry", A, i -> 10);
        many.addAll(Collections.nCopies(20, failed(0, "entry", A, Outcome.HARNESS_ERROR)));
        LoadPointSummary open = judge(5, many);
        assertThat(open.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(open.pass()).isFalse();
        assertThat(open.broken()).isFalse();
        assertThat(open.criteria().get(0).reason())
                .isEqualTo("20 of 210 operations of group A were spoilt or lost by Deskmeter itself: with them at their"
                        + " worst the limit is broken, with them at their best it is kept");

        List<Timing> slow = many(5, 190, "entry", A, i -> 1500);
        slow.addAll(Collections.nCopies(20, failed(0, "entry", A, Outcome.HARNESS_ERROR)));
        assertThat(judge(5, slow).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judge(5, slow).broken()).isTrue();
    }

    @Test
    void ofOperationsThatContributeAsMuchTheFirstByNameIsNamed() {
        List<Timing> timings = many(1, 20, "save", A, i -> 3000);
        timings.addAll(many(1, 20, "open", A, i -> 3000));
        assertThat(requireNonNull(judge(1, timings).limitedBy()).operationLabel())
                .isEqualTo("calc/open");
        Collections.reverse(timings);
        assertThat(requireNonNull(judge(1, timings).limitedBy()).operationLabel())
                .isEqualTo("calc/open");
    }

    @Test
    void logonsAreJudgedIfTheyHaveAThreshold() {
        List<Logon> logons = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            logons.add(i < 10 ? new Logon(i, Ending.OK, 8000) : new Logon(i, Ending.FAILED, Double.NaN));
        }
        PointTimings timings =
                new PointTimings(20, Set.of(), many(20, 400, "entry", A, i -> 10), List.of(), false, logons);
        assertThat(Judge.judge(timings, Thresholds.DEFAULT, SEED).pass()).isTrue();
        Thresholds thresholds =
                new Thresholds(Thresholds.DEFAULT.a(), Thresholds.DEFAULT.b(), Optional.of(Duration.ofSeconds(30)));
        LoadPointSummary point = Judge.judge(timings, thresholds, SEED);
        assertThat(point.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(point.logons().p95Ms()).isInfinite();
        assertThat(requireNonNull(point.limitedBy()).criterion().id()).isEqualTo("logon.p95");
        assertThat(CapacityResult.of(List.of(point)).reason())
                .as("no operation is to blame for logons")
                .isEqualTo("10 of 20 logons failed at 20 sessions (more than 5 %)");
        assertThat(point.account().line("logon").orElseThrow().endings())
                .containsEntry(Ending.OK, 10)
                .containsEntry(Ending.FAILED, 10);
    }

    @Test
    void aSessionsOwnFigures() {
        List<Timing> timings = new ArrayList<>(many(2, 20, "entry", A, i -> 100 * (i + 1)));
        timings.add(failed(1, "save", B, Outcome.TIMEOUT));
        timings.add(failed(1, "save", B, Outcome.SKIPPED));
        MissingOperations missing = new MissingOperations(0, "office/calc", "save", B, 2);
        PointTimings point = new PointTimings(2, Set.of(0), timings, List.of(missing));
        double infinite = Double.POSITIVE_INFINITY;
        assertThat(Judge.judge(point, Thresholds.DEFAULT, SEED).ofSessions())
                .containsExactly(
                        new SessionSummary(0, true, 12, 2, 0, 0, 2, 900, 1900, infinite, infinite),
                        new SessionSummary(1, false, 12, 1, 1, 0, 0, 1000, 2000, infinite, infinite));
    }

    private static Timing at(
            int session, int iteration, long sequence, String operation, Group group, Outcome outcome) {
        boolean ok = outcome == Outcome.OK;
        return Timing.builder("office/calc", operation, group, outcome)
                .session(session)
                .sequence(iteration * 100L + sequence)
                .iteration(iteration)
                .intendedAt(0)
                .firedAt(outcome == Outcome.SKIPPED ? Timing.NEVER : 0)
                .lastWithoutAt(ok ? 90_000_000 : Timing.NEVER)
                .shownAt(ok ? 100_000_000 : Timing.NEVER)
                .build();
    }

    /**
     * The timing of the operation that failed, or not, was not delivered: nobody knows what kept the others from being
     * reached.
     */
    @Test
    void whatWasNotReachedAfterAnOperationWhoseTimingDidNotComeIsOpen() {
        List<Timing> timings = new ArrayList<>(many(1, 88, "entry", A, i -> 10));
        for (int sequence = 2; sequence < 14; sequence++) {
            timings.add(at(0, 2, sequence, "later", A, Outcome.SKIPPED));
        }
        PointTimings point =
                new PointTimings(1, Set.of(), timings, List.of(new MissingOperations(0, "office/calc", "first", A, 1)));
        LoadPointSummary summary = Judge.judge(point, Thresholds.DEFAULT, SEED);
        assertThat(summary.account().count("A", Ending.NOT_DELIVERED)).isEqualTo(13);
        assertThat(summary.verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    /**
     * The point was ended before the timing of the operation that failed came: that may have been spoilt by Deskmeter.
     */
    @Test
    void whatWasNotReachedForAReasonThatHadNotComeWhenAPointEndedEarlyIsOpen() {
        List<Timing> timings = new ArrayList<>(many(1, 88, "entry", A, i -> 10));
        for (int sequence = 2; sequence < 14; sequence++) {
            timings.add(at(0, 2, sequence, "later", A, Outcome.SKIPPED));
        }
        MissingOperations cause = new MissingOperations(0, "office/calc", "first", A, 1);
        LoadPointSummary summary = Judge.judge(
                new PointTimings(1, Set.of(), timings, List.of(cause), true, List.of()), Thresholds.DEFAULT, SEED);
        assertThat(summary.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(summary.account().count("A", Ending.NOT_DELIVERED)).isEqualTo(12);

        timings.add(at(0, 2, 1, "first", A, Outcome.TIMEOUT));
        assertThat(Judge.judge(
                                new PointTimings(1, Set.of(), timings, List.of(cause), true, List.of()),
                                Thresholds.DEFAULT,
                                SEED)
                        .verdict())
                .as("the reason has come")
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void aGroupThatWasOnlySkippedFails() {
        List<Timing> timings = many(1, 30, "open", B, i -> 10);
        timings.add(failed(0, "entry", A, Outcome.SKIPPED));
        LoadPointSummary point = judge(1, timings);
        assertThat(point.a().p95Ms()).isInfinite();
        assertThat(point.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(point.desktopsWithinThresholds()).isZero();
    }

    @Test
    void aGroupWithoutOperationsIsNotJudged() {
        LoadPointSummary point = judge(1, many(1, 30, "entry", A, i -> 10));
        assertThat(point.b().judged()).isFalse();
        assertThat(point.b().p95Ms()).isNaN();
        assertThat(point.pass()).isTrue();
    }

    @Test
    void nothingMeasuredIsNoPass() {
        LoadPointSummary point = judge(3, List.of());
        assertThat(point.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(point.pass()).isFalse();
        assertThat(point.limitedBy()).isNull();
        assertThat(point.scheduleLagP95Ms()).isNaN();
    }

    /** It was lost when it had worked all that it was to work. */
    @Test
    void aLostDesktopIsNotWithinHoweverFastItWas() {
        PointTimings point = new PointTimings(2, Set.of(1), many(2, 40, "entry", A, i -> 100), List.of());
        assertThat(Judge.judge(point, Thresholds.DEFAULT, SEED).desktopsWithinThresholds())
                .isEqualTo(1);
    }

    /** The point was ended before it came to anything. */
    @Test
    void aSessionThatWorkedNothingIsListed() {
        MissingOperations none = new MissingOperations(1, "office/calc", "entry", A, 10);
        PointTimings point =
                new PointTimings(2, Set.of(), many(1, 10, "entry", A, i -> 100), List.of(none), true, List.of());
        assertThat(Judge.judge(point, Thresholds.DEFAULT, SEED).ofSessions())
                .extracting(SessionSummary::session, SessionSummary::count, SessionSummary::withoutTiming)
                .containsExactly(tuple(0, 10, 0), tuple(1, 0, 10));
    }

    @Test
    void whatALostSessionWorkedCountsAndWhatItDidNotCountsAsFailed() {
        List<Timing> timings = many(2, 40, "entry", A, i -> 100);
        timings.subList(20, 40).removeIf(timing -> timing.session() == 1);
        int came = timings.size();
        List<MissingOperations> missing = MissingOperations.of(
                Map.of(0, 10, 1, 10), OperationPlans.alike(new OperationCount("office/calc", "entry", A, 2)), timings);
        LoadPointSummary point =
                Judge.judge(new PointTimings(2, Set.of(1), timings, missing), Thresholds.DEFAULT, SEED);

        assertThat(point.discarded()).isEqualTo(1);
        assertThat(point.carried()).isEqualTo(1);
        assertThat(point.lostOperations()).isEqualTo(40 - came).isPositive();
        assertThat(point.missingTimings()).isZero();
        assertThat(point.a().count()).isEqualTo(40);
        assertThat(point.a().failed()).isEqualTo(40 - came);
        assertThat(point.a().p95Ms()).isInfinite();
        assertThat(point.pass()).isFalse();
        assertThat(point.desktopsWithinThresholds()).isEqualTo(1);
        assertThat(point.count(Outcome.OK)).isEqualTo(came);
        assertThat(point.count(Outcome.DESKTOP_LOST)).isEqualTo(40 - came);
    }

    /** A loss never makes a group look better than with all its timings. */
    @Test
    void noLossMakesAPointBetter() {
        Random random = new Random(3);
        for (int trial = 0; trial < 200; trial++) {
            int sessions = 2 + random.nextInt(8);
            List<Timing> all = many(sessions, 20 * sessions, "entry", A, i -> 700 + 200 * random.nextGaussian());
            LoadPointSummary whole = judge(sessions, all);
            Set<Integer> lost = new HashSet<>();
            List<Timing> came = new ArrayList<>(all);
            came.removeIf(timing -> {
                boolean gone = random.nextInt(20) == 0;
                if (gone && random.nextBoolean()) {
                    lost.add(timing.session());
                }
                return gone;
            });
            Map<Integer, Integer> planned =
                    IntStream.range(0, sessions).boxed().collect(Collectors.toMap(i -> i, i -> 20));
            List<MissingOperations> missing = MissingOperations.of(
                    planned, OperationPlans.alike(new OperationCount("office/calc", "entry", A, 1)), came);
            LoadPointSummary point =
                    Judge.judge(new PointTimings(sessions, lost, came, missing), Thresholds.DEFAULT, SEED);
            assertThat(point.a().p95WorstMs()).isGreaterThanOrEqualTo(whole.a().p95Ms());
            assertThat(point.a().count() + point.a().notDelivered()).isEqualTo(all.size());
            assertThat(point.lostOperations() + point.missingTimings()).isEqualTo(all.size() - came.size());
            assertThat(point.pass() && !whole.pass()).isFalse();
        }
    }

    @Test
    void aDesktopThatIsLostInTheMiddleOfAnOperationFailsIt() {
        List<Timing> timings = many(2, 40, "entry", A, i -> 100);
        timings.add(failed(1, "entry", A, Outcome.DESKTOP_LOST));
        LoadPointSummary point = judge(2, timings);
        assertThat(point.discarded()).isEqualTo(1);
        assertThat(point.a().count()).isEqualTo(41);
        assertThat(point.a().failed()).isEqualTo(1);
    }

    @Test
    void namesTheGroupFurthestBeyondAndTheOperationThatContributesMost() {
        List<Timing> timings = many(4, 60, "entry", A, i -> i % 10 == 0 ? 1200 : 100);
        timings.addAll(many(4, 40, "compute", A, i -> i % 2 == 0 ? 1500 : 100));
        timings.addAll(many(4, 20, "save", B, i -> 6600));
        LimitingFactor limit = requireNonNull(judge(4, timings).limitedBy());
        assertThat(limit.group()).isEqualTo(A);
        assertThat(limit.operationLabel()).isEqualTo("calc/compute");
        assertThat(limit.p95Ms()).isEqualTo(1500);
        assertThat(limit.share()).isEqualTo(20 / 26.0);
    }

    @Test
    void aDesktopIsWithinOnlyWithBothGroups() {
        List<Timing> timings = new ArrayList<>();
        for (int session = 0; session < 3; session++) {
            for (int i = 0; i < 20; i++) {
                // Session 1 has one slow A of 20 (95 % within), session 2 two (90 %).
                timings.add(ok(session, "entry", A, i < session ? 2000 : 10));
            }
            timings.add(ok(session, "save", B, session == 0 ? 7000 : 100));
        }
        assertThat(judge(3, timings).desktopsWithinThresholds()).isEqualTo(1);
    }

    @Test
    void theOrderOfTimingsDoesNotMatter() {
        Random random = new Random(9);
        List<Timing> timings = many(7, 300, "entry", A, i -> 700 + 100 * random.nextGaussian());
        LoadPointSummary point = judge(7, timings);
        Collections.shuffle(timings, random);
        assertThat(judge(7, timings)).isEqualTo(point);
    }

    private static LoadPointSummary judge(int sessions, List<Timing> timings) {
        return Judge.judge(sessions, Set.of(), timings, Thresholds.DEFAULT, SEED);
    }
}
