package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A load point that is measured longer has a verdict of its first part already. A session that was lost in that belongs
 * to it, whatever ends the rest.
 */
class ExtensionLossTest extends RunMachineFixture {
    /** In standard deviations. */
    private static final double P95_OF_NORMAL = 1.645;

    private static final Load STEPS = new Load.Steps(List.of(8, 9));
    private static final Load.FindMax SEARCH =
            new Load.FindMax(1, OptionalInt.of(8), 12, Load.FindMax.DEFAULT_PRECISION, false);

    /** One of 24 is slow: eight sessions pass, and it is not certain that they do. */
    @BeforeEach
    void passesInDoubt() {
        int[] answered = {0};
        fleet.responseMillis = working -> ++answered[0] % 24 == 0 ? 1_100 : 900;
    }

    private RunStateMachine beingExtended(RunPlan plan) {
        fleet.iterationTimes.put(0, ScriptedFleet.ITERATION.multipliedBy(3));
        RunStateMachine machine = start(plan);
        advanceUntil(() -> machine.state() == RunState.STEADY && measuredLonger(machine));
        assertThat(machine.state()).as(journal.notes.toString()).isEqualTo(RunState.STEADY);
        return machine;
    }

    private static boolean measuredLonger(RunStateMachine machine) {
        RunSnapshot now = machine.snapshot();
        return now.loadPoints().size() == now.stage().loadPoint();
    }

    private PointRecord lastWritten() {
        return journal.points.get(journal.points.size() - 1);
    }

    /** A moment before all that counts had been worked. */
    private Duration sinceFirstPart() {
        return Duration.between(lastWritten().endedAt(), time.instant()).plusSeconds(10);
    }

    private void failedByItsFirstPart(LoadPoint point) {
        assertThat(point.failure())
                .as(journal.notes.toString())
                .extracting("kind")
                .isEqualTo("sessions-lost");
        assertThat(point.extensions()).isZero();
        assertThat(point.discarded()).isEqualTo(1);
        assertThat(point.leastWorking()).isEqualTo(point.sessions() - 1);
        assertThat(point.meanWorking()).isBetween(point.sessions() - 1.0, (double) point.sessions());
        assertThat(point.figures(Group.A).count()).isEqualTo(3 * point.sessions());
        assertThat(lastWritten().extensions()).isZero();
    }

    @Test
    void aLossInTheFirstPartThatIsToldAfterTheEndFailsIt() {
        RunStateMachine machine = beingExtended(Plans.of(STEPS));
        assertThat(machine.snapshot().loadPoints()).extracting(LoadPoint::pass).containsExactly(true);
        fleet.loseSilently(2);
        machine.stop("enough");
        advanceTo(machine, RunState.RAMPING_DOWN);
        fleet.tellLoss(2, sinceFirstPart());
        failedByItsFirstPart(finish(machine).loadPoints().get(0));
    }

    @Test
    void aLossInTheFirstPartThatIsToldDuringTheRestFailsItThoughTheRestIsNotJudged() {
        RunStateMachine machine = beingExtended(Plans.of(STEPS));
        fleet.loseSilently(2);
        fleet.tellLoss(2, sinceFirstPart());
        assertThat(machine.state()).isEqualTo(RunState.STEADY);
        machine.stop("enough");
        failedByItsFirstPart(finish(machine).loadPoints().get(0));
    }

    @Test
    void aLossInTheRestIsNoLossOfTheFirstPart() {
        RunStateMachine machine = beingExtended(Plans.of(STEPS));
        time.advance(Duration.ofSeconds(5));
        fleet.lose(2);
        machine.stop("enough");
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::pass).containsExactly(true);
        assertThat(end.loadPoints()).extracting(LoadPoint::discarded).containsExactly(0);
        assertThat(journal.points).hasSize(1);
    }

    /** The budget ends while one session takes longer than was estimated. */
    @Test
    void aLossInTheFirstPartThatIsToldWhenTheBudgetHasEndedFailsIt() {
        Random random = new Random(31);
        fleet.responseMillis = working -> Math.round(
                1_000 * Math.pow(working / 8.5, 3) * Math.exp(0.3 * random.nextGaussian() - 0.3 * P95_OF_NORMAL));
        RunStateMachine machine = beingExtended(Plans.of(SEARCH.within(Duration.ofMinutes(8))));
        int number = machine.snapshot().stage().loadPoint() - 1;
        assertThat(machine.snapshot().loadPoints().get(number).pass()).isTrue();
        fleet.iterationTimes.put(0, Duration.ofHours(1));
        fleet.loseSilently(1);
        advanceTo(machine, RunState.RAMPING_DOWN);
        assertThat(journal.notes).anyMatch(note -> note.startsWith("the time budget ended while the load point of "));
        fleet.tellLoss(1, sinceFirstPart());
        RunSnapshot end = finish(machine);
        failedByItsFirstPart(end.loadPoints().get(number));
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
    }

    /** It was there while iterations counted, and is not there to be measured longer. */
    @Test
    void aLossBetweenTheFirstPartAndTheRestIsALossOfTheRest() {
        fleet.deliveryTime = session -> Duration.ofSeconds(8);
        fleet.iterationTimes.put(0, ScriptedFleet.ITERATION.multipliedBy(3));
        RunStateMachine machine = start(Plans.of(STEPS));
        advanceTo(machine, RunState.JUDGING);
        time.advance(Duration.ofSeconds(1));
        fleet.lose(2);
        RunSnapshot end = finish(machine);
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.failure())
                .as(journal.notes.toString())
                .extracting("kind")
                .isEqualTo("sessions-lost");
        assertThat(point.missingTimings()).isZero();
        assertThat(end.loadPoints()).hasSize(1);
    }
}
