package io.deskmeter.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.workload.Load;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A session that is lost while iterations of a load point count belongs to that point, whenever the message comes. */
class LossInWindowTest extends RunMachineFixture {
    private static final Load STEPS = new Load.Steps(List.of(3, 4, 8));

    /** Session 0 takes three times as long as the others, which have long finished what counts. */
    private RunStateMachine othersHaveFinished(Load load) {
        fleet.iterationTimes.put(0, ScriptedFleet.ITERATION.multipliedBy(3));
        RunStateMachine machine = start(Plans.of(load));
        advanceTo(machine, RunState.STEADY);
        time.advance(ScriptedFleet.ITERATION.multipliedBy(5));
        assertThat(machine.state()).isEqualTo(RunState.STEADY);
        return machine;
    }

    @Test
    void aDesktopThatDiesWhileOthersStillCountFailsThePoint() {
        RunStateMachine machine = othersHaveFinished(STEPS);
        fleet.lose(2);
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).hasSize(1);
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(end.loadPoints().get(0).leastWorking()).isEqualTo(2);
    }

    @Test
    void aLossThatIsToldDuringTheNextRampUpFailsThePointInWhichItHappened() {
        RunStateMachine machine = othersHaveFinished(STEPS);
        fleet.loseSilently(2);
        advanceUntil(() -> machine.snapshot().stage().loadPoint() == 2);
        assertThat(machine.snapshot().loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("pass");

        Duration since = Duration.ofSeconds(2);
        advanceUntil(() -> machine.state() == RunState.RAMPING_UP);
        time.advance(since);
        fleet.tellLoss(2, Duration.ofSeconds(30));
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints()).hasSize(1);
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.failure()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(point.discarded()).isEqualTo(1);
        assertThat(end.capacity()).extracting("sessions").isEqualTo(0);
        assertThat(journal.points).as("written down again").hasSize(2);
        assertThat(journal.notes).anyMatch(note -> note.startsWith("3 sessions judged again"));
    }

    @Test
    void theNextPointOfASearchCountsOnlySessionsThatAreThere() {
        RunStateMachine machine =
                othersHaveFinished(new Load.FindMax(3, OptionalInt.of(3), 4, Load.FindMax.DEFAULT_PRECISION, false));
        fleet.loseSilently(2);
        advanceUntil(() -> machine.state() == RunState.RAMPING_UP
                && machine.snapshot().stage().loadPoint() == 2);
        fleet.tellLoss(2, Duration.ofSeconds(20));
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("sessions-lost");
        LoadPoint next = end.loadPoints().get(1);
        assertThat(next.pass()).as(journal.notes.toString()).isTrue();
        assertThat(next.leastWorking()).isEqualTo(next.sessions());
    }

    /** What died after the last iteration that counts had been worked is no loss of that point. */
    @Test
    void aLossAfterTheWindowIsNoLossOfThePoint() {
        fleet.deliveryTime = session -> Duration.ofSeconds(8);
        RunStateMachine machine = start(Plans.of(new Load.Fixed(3)));
        advanceTo(machine, RunState.JUDGING);
        time.advance(Duration.ofSeconds(1));
        fleet.lose(2);
        RunSnapshot end = finish(machine);
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.verdictWords()).as(journal.notes.toString()).isEqualTo("pass");
        assertThat(point.discarded()).isZero();
        assertThat(point.missingTimings()).isZero();
    }
}
