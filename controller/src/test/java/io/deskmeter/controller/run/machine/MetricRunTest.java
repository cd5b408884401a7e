package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.CriterionFigures;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.LiveMetric;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Runs of workloads that measure more than responses. */
class MetricRunTest extends RunMachineFixture {
    private static final Map<String, Double> LIMITS = Map.of("picture-similarity", 0.9);

    @Test
    void aMetricLimitsTheCapacity() {
        fleet.similarity = working -> working > 2 ? 0.6 : 0.98;
        RunSnapshot end = finish(start(Plans.measuring(new Load.Steps(List.of(2, 4)), LIMITS)));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(Objects.requireNonNull(end.capacity()).sessions()).isEqualTo(2);
        assertThat(Objects.requireNonNull(end.capacity()).thresholdBroken()).isTrue();
        LoadPoint broken = end.loadPoints().get(1);
        assertThat(end.loadPoints().get(0).pass()).isTrue();
        assertThat(broken.pass()).isFalse();
        assertThat(broken.limitWords()).startsWith("picture-similarity, writer/");
        assertThat(broken.criteria())
                .extracting(CriterionFigures::criterion)
                .containsExactly("groupA.p95", "groupB.p95", "picture-similarity");
        assertThat(broken.criteria().get(2)).satisfies(criterion -> {
            assertThat(criterion.value()).isEqualTo(0.6);
            assertThat(criterion.limit()).isEqualTo(0.9);
            assertThat(criterion.unknown()).isZero();
            assertThat(criterion.kept()).isFalse();
            assertThat(criterion.verdict()).isEqualTo(Verdict.FAIL);
        });
        assertThat(end.counts().samples()).isEqualTo(end.counts().timings());
        assertThat(end.counts().lateSamples()).isZero();
    }

    @Test
    void aPointIsNotJudgedBeforeItsSamplesAreStored() {
        fleet.similarity = working -> 0.98;
        fleet.sampleDelay = Duration.ofSeconds(9);
        RunStateMachine machine = start(Plans.measuring(new Load.Steps(List.of(2)), LIMITS));
        advanceTo(machine, RunState.JUDGING);
        time.advance(Duration.ofSeconds(4));
        assertThat(machine.state()).as("all timings are stored").isEqualTo(RunState.JUDGING);
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints().get(0).criteria().get(2).unknown()).isZero();
        assertThat(end.loadPoints().get(0).verdictWords()).isEqualTo("pass");
        // The scripted agents do not say how long their desktops did not respond; all that they measure came in time.
        assertThat(journal.points.get(0).samplesInTime())
                .hasSize(2)
                .allSatisfy((session, inTime) -> assertThat(inTime).hasSize(6));
    }

    /** Unknown is never zero, and never a pass. */
    @Test
    void samplesThatNeverComeLeaveThePointUndecided() {
        fleet.similarity = working -> 0.98;
        fleet.deliversSamples = false;
        RunSnapshot end = finish(start(Plans.measuring(new Load.Fixed(2), LIMITS)));
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.pass()).isFalse();
        assertThat(point.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(point.criteria().get(2).value()).isNaN();
        assertThat(point.criteria().get(2).unknown())
                .isEqualTo(
                        point.figures(Group.A).count() + point.figures(Group.B).count());
        assertThat(point.criteria().get(2).reason()).contains("no sample came");
        assertThat(journal.notes).anyMatch(note -> note.contains("missing: 0 timings and 12 samples"));
        assertThat(journal.points.get(0).samplesInTime()).containsOnlyKeys(0, 1);
    }

    /** What comes after the verdict changes nothing, then or ever after. */
    @Test
    void samplesThatComeTooLateAreCountedAndNotJudged() {
        fleet.similarity = working -> 0.98;
        fleet.sampleDelay = StageDeadlines.TIMINGS.plusSeconds(20);
        RunSnapshot end = finish(start(Plans.measuring(new Load.Steps(List.of(1, 2)), LIMITS)));
        assertThat(end.loadPoints().get(0).criteria().get(2).unknown()).isPositive();
        assertThat(end.counts().lateSamples()).isPositive();
        PointRecord point = journal.points.get(0);
        int first = Objects.requireNonNull(point.counted().get(0)).from();
        assertThat(point.samplesInTime()).containsOnlyKeys(0);
        assertThat(point.judgedBy(Sample.builder("picture-similarity")
                        .sequence(99)
                        .iteration(first)
                        .operation("office/writer", "open")
                        .timing(99)
                        .during(0, 0)
                        .value(0.98, 0)
                        .build()))
                .isFalse();
    }

    @Test
    void theRunningFiguresAreShownWhileThePointIsMeasured() {
        fleet.similarity = working -> 0.95;
        RunStateMachine machine = start(Plans.measuring(new Load.Fixed(2), LIMITS));
        advanceUntil(() -> machine.state() == RunState.STEADY
                && machine.snapshot().metrics().get(0).value() != null);
        LiveMetric live = machine.snapshot().metrics().get(0);
        assertThat(live.metric()).isEqualTo("picture-similarity");
        assertThat(live.value()).isEqualTo(0.95);
        assertThat(live.limit()).isEqualTo(0.9);
        assertThat(live.better()).isEqualTo("higher");
    }

    @Test
    void aMetricWithoutALimitIsMeasuredAndJudgesNothing() {
        fleet.similarity = working -> 0.1;
        RunSnapshot end = finish(start(Plans.measuring(new Load.Fixed(1), Map.of())));
        assertThat(end.loadPoints().get(0).pass()).isTrue();
        assertThat(end.loadPoints().get(0).criteria()).hasSize(2);
        assertThat(end.metrics()).isEmpty();
        assertThat(end.counts().samples()).isPositive();
    }

    @Test
    void aLostSessionsOperationsCountAsWorst() {
        fleet.similarity = working -> 0.98;
        RunStateMachine machine = start(Plans.measuring(new Load.Fixed(2), LIMITS));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1);
        RunSnapshot end = finish(machine);
        CriterionFigures similarity = end.loadPoints().get(0).criteria().get(2);
        assertThat(similarity.failed()).isPositive();
        assertThat(similarity.kept()).isFalse();
    }
}
