package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.ValidityBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/**
 * A load point failed by its responses: half of what failed was of a session that followed another one on the same
 * desktop. That session was lost, too, and that is told late: so most of what failed is of leftovers, and the point
 * says nothing of the platform. It has ended, so it cannot be repeated as it was.
 */
class NotJudgedAfterAllTest extends RunMachineFixture {
    private static final ValidityBounds LOSSES_ALLOWED =
            new ValidityBounds(0.5, 0.5, 0.1, 0.1, Duration.ofMillis(500), 0.25);
    private static final int SESSIONS = 30;

    private static final String REASON =
            "the load point of 30 sessions is not judged after all, as session %d was lost meanwhile, and cannot be"
                    + " repeated: leftovers: ";

    /** The last one of the second point of 30 sessions follows another one. */
    private RunStateMachine failsInHalfByOneThatFollows(Load load, int users, int other, int follower) {
        fleet.broken = session -> fleet.positions.containsKey(follower) && (session == other || session == follower);
        fleet.iterationTimes.put(other + 1, ScriptedFleet.ITERATION.multipliedBy(3));
        return start(Plans.withoutLogoff(load, users, LOSSES_ALLOWED));
    }

    @Test
    void theLastPointIsNotJudgedAfterAllAndTheRunIsInvalid() {
        RunStateMachine machine = failsInHalfByOneThatFollows(
                new Load.Steps(List.of(SESSIONS, SESSIONS - 1, SESSIONS)), SESSIONS, 0, SESSIONS);
        advanceTo(machine, RunState.RAMPING_DOWN);
        assertThat(journal.notes).anyMatch(note -> note.startsWith("session 30 uses the desktop of session 29, "));
        assertThat(machine.snapshot().loadPoints())
                .extracting(LoadPoint::pass, LoadPoint::notJudged)
                .last()
                .isEqualTo(tuple(false, null));

        fleet.loseSilently(SESSIONS);
        fleet.tellLoss(SESSIONS, Duration.ofSeconds(15));
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).anyMatch(reason -> reason.startsWith(REASON.formatted(SESSIONS)));
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("pass", "pass", "not judged");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(SESSIONS);
        assertThat(journal.points.get(journal.points.size() - 1).notJudged()).startsWith("leftovers: ");
    }

    private RunStateMachine secondPointOfASearch() {
        Load search = new Load.FindMax(SESSIONS, OptionalInt.empty(), SESSIONS, Load.FindMax.DEFAULT_PRECISION, true);
        RunStateMachine machine =
                failsInHalfByOneThatFollows(search, SESSIONS + SESSIONS / 2, SESSIONS, 2 * SESSIONS - 1);
        advanceUntil(() -> machine.state() == RunState.RAMPING_UP
                && machine.snapshot().stage().loadPoint() == 3);
        assertThat(machine.state()).as(journal.notes.toString()).isEqualTo(RunState.RAMPING_UP);
        return machine;
    }

    private void tellLossInTheSecondPoint() {
        Instant judged = journal.points.get(journal.points.size() - 1).endedAt();
        int follower = 2 * SESSIONS - 1;
        fleet.tellLoss(follower, Duration.between(judged, time.instant()).plusSeconds(10));
    }

    @Test
    void aSearchEndsWhenAPointIsNotJudgedAfterAll() {
        RunStateMachine machine = secondPointOfASearch();
        fleet.loseSilently(2 * SESSIONS - 1);
        tellLossInTheSecondPoint();
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).anyMatch(reason -> reason.startsWith(REASON.formatted(2 * SESSIONS - 1)));
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("pass", "not judged");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(SESSIONS);
        assertThat(end.capacity())
                .extracting("reason")
                .asString()
                .endsWith("an earlier point was not judged after all");
    }

    /** Who ends a run gets no answer, however its points are judged. */
    @Test
    void aRunThatWasStoppedGetsNoAnswerByIt() {
        RunStateMachine machine = secondPointOfASearch();
        fleet.loseSilently(2 * SESSIONS - 1);
        machine.stop("enough");
        tellLossInTheSecondPoint();
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("stopped");
        assertThat(end.reasons()).anyMatch(reason -> reason.startsWith(REASON.formatted(2 * SESSIONS - 1)));
        assertThat(end.capacity()).isNull();
    }
}
