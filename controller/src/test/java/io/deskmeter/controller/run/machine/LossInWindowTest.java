package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A session that is lost while iterations of a load point count belongs to that point, whenever the message comes. */
@Tag("slow")
class LossInWindowTest extends RunMachineFixture {
    private static final Load STEPS = new Load.Steps(List.of(3, 4, 8));

    private static final Load SEARCH = new Load.FindMax(3, OptionalInt.of(3), 4, Load.FindMax.DEFAULT_PRECISION, false);

    /** Session 0 takes three times as long as the others, which have long finished what counts. */
    private RunStateMachine othersHaveFinished(Load load) {
        return othersHaveFinished(Plans.of(load));
    }

    private RunStateMachine othersHaveFinished(RunPlan plan) {
        fleet.iterationTimes.put(0, ScriptedFleet.ITERATION.multipliedBy(3));
        RunStateMachine machine = start(plan);
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
        assertThat(machine.snapshot().loadPoints())
                .extracting(LoadPoint::verdictWords)
                .containsExactly("pass");

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

    /**
     * The other sessions are measured longer without it: so it is missing in what counts, and nothing of it was lost by
     * Deskmeter.
     */
    @Test
    void aLossBeforeThePointIsMeasuredLongerFailsThePoint() {
        fleet.deliveryTime = session -> Duration.ofSeconds(8);
        int[] operations = {0};
        fleet.responseMillis = working -> operations[0]++ % 25 == 0 ? 1200 : 300;
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(30))));
        advanceTo(machine, RunState.JUDGING);
        time.advance(Duration.ofSeconds(1));
        fleet.lose(2);
        RunSnapshot end = finish(machine);
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.extensions()).as(journal.notes.toString()).isEqualTo(1);
        assertThat(point.failure()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(point.discarded()).isEqualTo(1);
        assertThat(point.leastWorking()).isEqualTo(29);
        assertThat(point.missingTimings()).isZero();
        assertThat(end.capacity()).extracting("sessions").isEqualTo(0);
    }

    /** Session 2 is lost in the first window, in which the generator was late, and told when the next point begins. */
    private RunSnapshot firstPointLateAndLossToldInTheNext(RunPlan plan) {
        fleet.lag = working -> Duration.ofSeconds(6);
        RunStateMachine machine = othersHaveFinished(plan);
        fleet.loseSilently(2);
        advanceUntil(() -> machine.state() == RunState.RAMPING_UP
                && machine.snapshot().stage().loadPoint() == 2);
        assertThat(machine.snapshot().loadPoints())
                .extracting(LoadPoint::verdictWords)
                .containsExactly("pass");
        fleet.lag = working -> Duration.ZERO;
        fleet.tellLoss(2, Duration.ofSeconds(20));
        return finish(machine);
    }

    /** Without the loss the run would be invalid, since that point passed with a late generator. */
    @Test
    void aLossDoesNotMakeASearchValidWhoseGeneratorWasLate() {
        RunSnapshot end = firstPointLateAndLossToldInTheNext(Plans.of(SEARCH));
        LoadPoint first = end.loadPoints().get(0);
        assertThat(first.failure()).as(first.verdictWords()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("invalid");
        assertThat(end.reasons()).anyMatch(reason -> reason.startsWith("lag: "));
    }

    @Test
    void aLossDoesNotMakeStepsValidWhoseGeneratorWasLateAndIsNoInternalFault() {
        RunSnapshot end = firstPointLateAndLossToldInTheNext(Plans.of(STEPS));
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("fail");
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("invalid");
        assertThat(end.reasons()).anyMatch(reason -> reason.startsWith("lag: "));
        assertThat(end.capacity()).extracting("sessions").isEqualTo(0);
    }

    private static Stream<Load> loads() {
        return Stream.of(
                new Load.Fixed(3),
                new Load.Steps(List.of(3)),
                new Load.FindMax(3, OptionalInt.of(3), 3, Load.FindMax.DEFAULT_PRECISION, false));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void aLossInTheLastPointThatIsToldWhileSessionsStopFailsIt(Load load) {
        lossInTheLastPointIsToldIn(load, RunState.RAMPING_DOWN);
    }

    @ParameterizedTest
    @MethodSource("loads")
    void aLossInTheLastPointThatIsToldWhileTheRunEndsFailsIt(Load load) {
        lossInTheLastPointIsToldIn(load, RunState.ENDING);
    }

    private void lossInTheLastPointIsToldIn(Load load, RunState told) {
        RunStateMachine machine = othersHaveFinished(load);
        advanceTo(machine, RunState.RAMPING_DOWN);
        Instant rampDown = time.instant();
        fleet.loseSilently(2);
        advanceTo(machine, told);
        fleet.tellLoss(2, Duration.between(rampDown, time.instant()).plusSeconds(15));
        RunSnapshot end = finish(machine);
        LoadPoint last = end.loadPoints().get(end.loadPoints().size() - 1);
        assertThat(last.failure()).as(last.verdictWords()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(last.discarded()).isEqualTo(1);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
        // A search has another point of three sessions, which passed: one against one says nothing.
        assertThat(end.capacity()).extracting("sessions").isEqualTo(0);
        assertThat(journal.notes).anyMatch(note -> note.startsWith("3 sessions judged again"));
    }

    /**
     * The first of two points of the only size is judged again: it is measured a third time, and the answer says what
     * was seen.
     */
    @Test
    void theOnlySizeIsMeasuredAThirdTimeIfALossMadeOneOfItsPointsFail() {
        RunStateMachine machine =
                othersHaveFinished(new Load.FindMax(3, OptionalInt.of(3), 3, Load.FindMax.DEFAULT_PRECISION, true));
        fleet.loseSilently(2);
        Instant lost = time.instant();
        advanceUntil(() -> machine.state() == RunState.RAMPING_UP
                && machine.snapshot().stage().loadPoint() == 2);
        fleet.tellLoss(2, Duration.between(lost, time.instant()));
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("fail", "pass", "pass");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(3);
        assertThat(end.capacity())
                .extracting("reason")
                .asString()
                .contains("1 of 3 load points of 3 sessions failed: ");
    }

    @Test
    void aLossInTheLastPointDoesNotMakeARunValidWhoseGeneratorWasLate() {
        fleet.lag = working -> Duration.ofSeconds(6);
        RunStateMachine machine = othersHaveFinished(new Load.Fixed(3));
        fleet.loseSilently(2);
        advanceTo(machine, RunState.RAMPING_DOWN);
        fleet.tellLoss(2, Duration.ofSeconds(15));
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("fail");
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("invalid");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(0);
    }

    /** The verdict is not known when the report is made, so it cannot be said that the point passed. */
    @Test
    void aReportThatIsMadeBeforeAPointIsJudgedAgainIsInvalid() {
        RunStateMachine machine = othersHaveFinished(new Load.Fixed(3));
        fleet.loseSilently(2);
        advanceTo(machine, RunState.RAMPING_DOWN);
        figures = work -> {};
        fleet.tellLoss(2, Duration.ofSeconds(15));
        RunSnapshot end = finish(machine);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("invalid");
        assertThat(end.reasons()).anyMatch(reason -> reason.contains("the run ended before it was judged again"));
    }

    /** Users who log off, or a server that does it for them, leave as many desktops missing as a crash does. */
    @Test
    void aSessionThatEndsByItselfIsCountedWithTheLostOnes() {
        RunStateMachine machine = start(Plans.of(new Load.Fixed(10)));
        advanceTo(machine, RunState.STEADY);
        time.advance(ScriptedFleet.ITERATION);
        fleet.loseSilently(3);
        machine.sessionChanged(
                new SessionFact(3, SessionPhase.FINISHED, 2, "logged off by the user", 0, time.instant()));
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints().get(0).discarded()).isEqualTo(1);
        assertThat(end.counts().discarded()).isEqualTo(1);
    }

    /**
     * One refusal fails the point, and the others were about to log on: nothing is known of them yet, and they work in
     * the next one.
     */
    @Test
    void logonsThatAnEarlyEndLeftNoTimeForHaveNotFailed() {
        fleet.logon = Duration.ofSeconds(20);
        fleet.refuses = others -> others == 5;
        RunStateMachine machine =
                start(Plans.of(new Load.FindMax(1, OptionalInt.of(12), 20, Load.FindMax.DEFAULT_PRECISION, false)));
        LoadPoint first = finish(machine).loadPoints().get(0);
        assertThat(first.failure()).extracting("kind").isEqualTo("logons-refused");
        LoadPoint.AccountLine logons = first.account().stream()
                .filter(line -> line.of().equals("logon"))
                .findFirst()
                .orElseThrow();
        assertThat(logons.endedEarly()).as(logons.toString()).isPositive();
        assertThat(logons.failed()).isEqualTo(first.discarded());
    }

    /** The point in which it happened is the answer, though the next one has been measured since. */
    @Test
    void aLossInThePointBeforeTheLastIsAnAnswerThoughTheLastHasPassed() {
        RunStateMachine machine = othersHaveFinished(new Load.Steps(List.of(3, 4)));
        Instant lost = time.instant();
        advanceTo(machine, RunState.RAMPING_DOWN);
        assertThat(journal.points).hasSize(2);
        fleet.tellLoss(2, Duration.between(lost, time.instant()));
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(0);
    }
}
