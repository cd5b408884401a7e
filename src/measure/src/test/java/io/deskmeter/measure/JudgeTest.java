package io.deskmeter.measure;

import static io.deskmeter.measure.Timings.failed;
import static io.deskmeter.measure.Timings.many;
import static io.deskmeter.measure.Timings.ok;
import static io.deskmeter.workload.Group.A;
import static io.deskmeter.workload.Group.B;
import static io.deskmeter.workload.Group.C;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.Thresholds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
                .isEqualTo(new OperationSummary("office/calc", "entry", A, 2, 20, 0, 100, 190, 200, 10));
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
    void skippedAndHarnessErrorsAreCountedApart() {
        List<Timing> timings = many(1, 30, "entry", A, i -> 10);
        timings.add(failed(0, "entry", A, Outcome.SKIPPED));
        timings.add(failed(0, "entry", A, Outcome.HARNESS_ERROR));
        LoadPointSummary point = judge(1, timings);
        assertThat(point.a().count()).isEqualTo(30);
        assertThat(point.a().skipped()).isEqualTo(1);
        assertThat(point.a().failed()).isZero();
        assertThat(point.count(Outcome.HARNESS_ERROR)).isEqualTo(1);
        assertThat(point.outcomes()).containsOnlyKeys(Outcome.values());
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
        assertThat(point.count(Outcome.DESKTOP_LOST)).isZero();
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
            assertThat(point.a().p95Ms()).isGreaterThanOrEqualTo(whole.a().p95Ms());
            assertThat(point.a().count()).isEqualTo(all.size());
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
