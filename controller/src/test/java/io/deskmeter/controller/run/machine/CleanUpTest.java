package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A session is told lost when it happens; its host and user, and its place on the agent, are free when its desktop is
 * gone.
 */
class CleanUpTest extends RunMachineFixture {
    @BeforeEach
    void cleanUpTakesLong() {
        fleet.cleanUp = Duration.ofMinutes(5);
    }

    private List<StartSession> started() {
        return fleet.sent.stream()
                .filter(FromController::hasStartSession)
                .map(FromController::getStartSession)
                .toList();
    }

    private String user(int session) {
        return started().stream()
                .filter(start -> start.getSession() == session)
                .map(start -> start.getSlot().getUser())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLossCountsAtOnce() {
        RunStateMachine machine = start(Plans.onHost(new Load.Steps(List.of(3)), 3));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1, "connection reset");
        time.advance(Duration.ofSeconds(1));

        assertThat(machine.snapshot().sessions()).anySatisfy(view -> {
            assertThat(view.session()).isEqualTo(1);
            assertThat(view.state()).isEqualTo("lost");
        });
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(journal.points.get(0).discarded()).containsExactly(1);
        assertThat(journal.notes)
                .filteredOn(note -> note.contains("session 1 lost"))
                .hasSize(1);
    }

    /** A user has one session at a time: the next one of that user would meet what the other one left. */
    @Test
    void theUserOfALostSessionLogsOnAgainOnlyWhenItsDesktopIsGone() {
        // One of 50 may be lost. The next point needs two more, and one user is left.
        RunStateMachine machine = start(Plans.onHost(new Load.Steps(List.of(50, 51)), 51));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1, "connection reset");
        String lostUser = user(1);
        advanceUntil(() -> started().size() == 51);
        assertThat(user(50)).isNotEqualTo(lostUser);

        time.advance(Duration.ofSeconds(20));
        assertThat(machine.state()).isEqualTo(RunState.RAMPING_UP);
        assertThat(started()).as("the last session waits for a user").hasSize(51);
        advanceUntil(() -> started().size() == 52);
        assertThat(time.instant()).isEqualTo(fleet.cleanedUpAt);
        assertThat(user(51)).isEqualTo(lostUser);

        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints())
                .extracting(LoadPoint::verdictWords)
                .hasSize(2)
                .allSatisfy(verdict -> assertThat(verdict).startsWith("pass"));
    }

    /** The run ends when nothing is left, and without a second command to a session that is over. */
    @Test
    void theRampDownWaitsForTheDesktopOfALostSession() {
        RunStateMachine machine = start(Plans.onHost(new Load.Steps(List.of(2)), 2));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1, "connection reset");
        advanceTo(machine, RunState.RAMPING_DOWN);
        advanceUntil(() -> fleet.working() == 0);
        time.advance(Duration.ofSeconds(5));
        assertThat(machine.state()).isEqualTo(RunState.RAMPING_DOWN);

        finish(machine);
        assertThat(fleet.stopped()).containsExactly(0);
    }
}
