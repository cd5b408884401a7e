package io.deskmeter.measure.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.OperationCount;
import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.point.OperationPlans;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.Timings;
import io.deskmeter.measure.validity.Validity.Measured;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.run.ValidityBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ValidityTest {
    private static final PacingStatistics PLANNED = new PacingStatistics(2000, 2000, 0, "");

    @Test
    void whatWentAsPlannedIsKeptAndTold() {
        List<ValidityCheck> checks = check(measured(8, 300, 0.11, PLANNED));
        assertThat(checks)
                .extracting(ValidityCheck::id)
                .containsExactly("logons", "lost", "pacing", "mix", "lag", "logonQueue", "harnessCpu");
        assertThat(checks).allMatch(ValidityCheck::kept);
        assertThat(checks)
                .filteredOn(check -> !check.known())
                .extracting(ValidityCheck::id)
                .containsExactly("logonQueue");
        assertThat(checks)
                .extracting(ValidityCheck::words)
                .containsExactly(
                        "8 of 8 sessions logged on: 100 % (bound: at least 100 %)",
                        "0 of 8 sessions were lost or failed: 0 % (bound: at most 2 %)",
                        "mean think time 2 s instead of 2 s at 8 sessions: 0 % (bound: at most 10 %)",
                        "operations in the planned numbers at 8 sessions: 0 % (bound: at most 10 %)",
                        "95 % of the inputs were sent at most 0.002 s late at 8 sessions (bound: 0.5 s)",
                        "waits of logons in their agents: not known",
                        "Deskmeter's own share of all cores at 8 sessions: 11 % (bound: at most 25 %)");
    }

    @Test
    void eachBoundBreaksByItself() {
        assertThat(broken(check(measured(8, 300, 0.1, new PacingStatistics(2250, 2000, 0, "")))))
                .containsExactly("pacing");
        assertThat(broken(check(measured(8, 300, 0.1, new PacingStatistics(2000, 2000, 0.2, "w/o")))))
                .containsExactly("mix");
        assertThat(broken(check(measured(8, 300, 0.3, PLANNED)))).containsExactly("harnessCpu");
        assertThat(broken(Validity.check(
                        new ValidityBounds(1, 1, 1, 1, Duration.ofMillis(1), 1),
                        List.of(measured(8, 300, 0, PLANNED)))))
                .containsExactly("lag");
    }

    @Test
    void logonsThatWaitInTheirAgentAreTheHarnesss() {
        List<Logon> logons = List.of(new Logon(0, Ending.OK, 900, 20), new Logon(1, Ending.OK, 900, 8000));
        PointTimings timings = new PointTimings(
                2, Set.of(), Timings.many(2, 40, "entry", Group.A, i -> 300), List.of(), false, logons);
        Measured point = new Measured(
                new RunFacts.Point(Judge.judge(timings, Thresholds.DEFAULT, 1), 0.6, 0.1),
                PLANNED,
                PointSessions.all(2));
        assertThat(broken(check(point))).containsExactly("logonQueue");
    }

    @Test
    void aLateGeneratorIsNoExcuseForAPointThatFailed() {
        PacingStatistics late = new PacingStatistics(4000, 2000, 0.5, "w/o");
        assertThat(broken(check(measured(8, 300, 0.1, PLANNED), measured(12, 3000, 0.1, late))))
                .isEmpty();
        // Where nothing passed, there is nothing better to look at.
        assertThat(broken(check(measured(12, 3000, 0.1, late)))).containsExactly("pacing");
        // The smallest says what the platform carries; with more, the machine of the generator may be overloaded as
        // well.
        assertThat(broken(check(measured(40, 9000, 0.1, late), measured(12, 3000, 0.1, PLANNED))))
                .isEmpty();
        assertThat(broken(check(measured(40, 9000, 0.1, PLANNED), measured(12, 3000, 0.1, late))))
                .containsExactly("pacing");
        assertThat(broken(check(measured(8, 300, 0.1, PLANNED), measured(12, 3000, 0.5, PLANNED))))
                .containsExactly("harnessCpu");
    }

    @Test
    void whatThePlatformDidNotCarryMakesNoRunInvalid() {
        PacingStatistics off = new PacingStatistics(4000, 2000, 0.5, "w/o");
        PointSessions short3 = new PointSessions(8, 1, 2, 5, 6.5);
        PointFailure failure = short3.failure(ValidityBounds.DEFAULT, "").orElseThrow();
        Measured whole = measured(8, 300, 0.1, off);
        Measured failed =
                new Measured(new RunFacts.Point(whole.point().summary().failed(failure), 0.6, 0.1), off, short3);
        assertThat(broken(check(failed))).isEmpty();
        assertThat(check(failed))
                .extracting(ValidityCheck::words)
                .contains(
                        "logons where a load point passed: not known (bound: at least 100 %)",
                        "losses where a load point passed: not known (bound: at most 2 %)");
        assertThat(broken(check(measured(4, 300, 0.1, PLANNED), failed))).isEmpty();
    }

    @Test
    void whatIsNotKnownBreaksNothingAndIsReported() {
        List<ValidityCheck> checks = check();
        assertThat(checks).allMatch(ValidityCheck::kept).noneMatch(ValidityCheck::known);
        assertThat(checks).extracting(ValidityCheck::words).allMatch(words -> words.contains("not known"));
    }

    @Test
    void pacingIsPlannedPauseAndLagAndNumbersOfOperations() {
        List<Timing> timings = new ArrayList<>(Timings.many(2, 20, "entry", Group.A, i -> 100));
        timings.addAll(Timings.many(2, 9, "save", Group.B, i -> 100));
        timings.add(Timings.failed(0, "save", Group.B, Outcome.SKIPPED));
        PacingStatistics pacingStatistics = PacingStatistics.of(timings, planned(10));
        assertThat(pacingStatistics.plannedThinkMs()).isEqualTo(2000);
        assertThat(pacingStatistics.thinkMs()).isEqualTo(2002);
        assertThat(pacingStatistics.pacingDeviation()).isEqualTo(0.001);
        // What was not reached was not worked.
        assertThat(pacingStatistics.mixDeviation()).isEqualTo(0.1);
        assertThat(pacingStatistics.deviating()).isEqualTo("office/calc/save");

        PacingStatistics missing = PacingStatistics.of(timings, planned(8));
        assertThat(missing.mixDeviation()).isEqualTo(0.25);
        assertThat(missing.deviating()).isEqualTo("office/calc/entry");
        assertThat(PacingStatistics.of(List.of(), planned(1)).mixDeviation()).isEqualTo(1);
        assertThat(PacingStatistics.of(List.of(), planned(0)).mixDeviation()).isNaN();
        assertThat(PacingStatistics.of(List.of(), planned(0)).pacingDeviation()).isNaN();
    }

    /** A platform that never got the input of an operation has not carried it. */
    @Test
    void whatDeskmeterNeverSentWasNotWorked() {
        List<Timing> timings = new ArrayList<>(Timings.many(2, 20, "entry", Group.A, i -> 100));
        for (int i = 0; i < 10; i++) {
            Timing spoilt = Timings.failed(0, "save", Group.B, Outcome.HARNESS_ERROR);
            timings.add(
                    i < 4
                            ? spoilt
                            : Timing.builder(spoilt.workload(), spoilt.operation(), spoilt.group(), spoilt.outcome())
                                    .session(spoilt.session())
                                    .sequence(spoilt.sequence())
                                    .iteration(spoilt.iteration())
                                    .wallFiredAt(spoilt.wallFiredAt())
                                    .thinkNanos(spoilt.thinkNanos())
                                    .intendedAt(spoilt.intendedAt())
                                    .detail("text not typed")
                                    .build());
        }
        PacingStatistics pacingStatistics = PacingStatistics.of(timings, planned(10));
        assertThat(pacingStatistics.mixDeviation()).isEqualTo(0.6);
        assertThat(pacingStatistics.deviating()).isEqualTo("office/calc/save");
    }

    @Test
    void anOperationThatWasNotPlannedIsOutOfTheMix() {
        List<Timing> timings = Timings.many(2, 20, "entry", Group.A, i -> 100);
        PacingStatistics unplanned = PacingStatistics.of(timings, Map.of("office/calc/save", 20L));
        assertThat(unplanned.mixDeviation()).isEqualTo(1);
        assertThat(unplanned.deviating()).isEqualTo("office/calc/entry");
    }

    private static Map<String, Long> planned(int iterations) {
        OperationPlan plan = OperationPlans.alike(
                new OperationCount("office/calc", "entry", Group.A, 2),
                new OperationCount("office/calc", "save", Group.B, 1));
        return plan.planned(Map.of(0, iterations));
    }

    private static List<ValidityCheck> check(Measured... points) {
        return Validity.check(ValidityBounds.DEFAULT, List.of(points));
    }

    private static List<String> broken(List<ValidityCheck> checks) {
        return checks.stream()
                .filter(check -> !check.kept())
                .map(ValidityCheck::id)
                .toList();
    }

    private static Measured measured(
            int sessions, double responseMs, double harnessCpu, PacingStatistics pacingStatistics) {
        List<Timing> timings = Timings.many(sessions, 120, "entry", Group.A, i -> responseMs);
        return new Measured(
                new RunFacts.Point(Judge.judge(sessions, Set.of(), timings, Thresholds.DEFAULT, 1), 0.6, harnessCpu),
                pacingStatistics,
                PointSessions.all(sessions));
    }
}
