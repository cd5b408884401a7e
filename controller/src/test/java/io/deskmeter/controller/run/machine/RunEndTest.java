package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.validity.ValidityCheck;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that end early, or without a valid result. */
class RunEndTest extends RunMachineFixture {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunMayEndWhileSurplusSessionsLeave(boolean abort) {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(2, 3), true)));
        advanceUntil(() -> !fleet.stopped().isEmpty());
        assertThat(machine.state()).isEqualTo(RunState.RAMPING_UP);
        if (abort) {
            machine.abort("aborted on request");
        } else {
            machine.stop("stopped on request");
        }
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("stopped");
        assertThat(end.sessions()).hasSize(2);
        assertThat(fleet.working()).isZero();
    }

    @Test
    void aSurplusSessionThatDoesNotLeaveIsNamed() {
        fleet.stopsSessions = false;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(1, 2), true))));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons().get(0))
                .startsWith("ramping-up: longer than ")
                .contains("missing: session 0 (iteration");
    }

    @Test
    void aPointThatLosesMoreSessionsThanItMayFailsAndItsRunKeepsItsChecks() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(3, 4))));
        advanceTo(machine, RunState.STEADY);
        fleet.lose(1);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.reasons()).isEmpty();
        assertThat(end.loadPoints())
                .extracting("verdict", "failure.kind")
                .containsExactly(tuple(Verdict.FAIL, "sessions-lost"));
        assertThat(end.capacity()).extracting("sessions").isEqualTo(0);
        assertThat(end.capacity())
                .extracting("reason")
                .isEqualTo("1 of 3 sessions was lost: 33.33 % (bound: at most 2 %), at 3 sessions");
        assertThat(journal.validity)
                .extracting(ValidityCheck::id, ValidityCheck::kept)
                .containsExactly(
                        tuple("logons", true),
                        tuple("lost", true),
                        tuple("pacing", true),
                        tuple("mix", true),
                        tuple("lag", true),
                        tuple("logonQueue", true),
                        tuple("harnessCpu", true));
    }

    @Test
    void aRunWhoseSessionsAreAllLostFails() {
        RunStateMachine machine = steady(2);
        fleet.lose(0);
        fleet.lose(1, "its server died");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("failed");
        assertThat(end.reasons()).containsExactly("all sessions were lost or failed; session 1: its server died");
    }

    @Test
    void aDeadlineNamesWhoIsMissing() {
        fleet.stuck.add(1);
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(2)))));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons().get(0)).startsWith("ramping-up: longer than ").endsWith("missing: session 1 (asked)");
    }

    @Test
    void missingTimingsAreNotedAndSayNothingOfThePlatform() {
        RunStateMachine machine = steady(1);
        fleet.deliversTimings = false;
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.loadPoints()).as("repeated once").hasSize(2).allSatisfy(point -> {
            assertThat(point.missingTimings()).isPositive();
            assertThat(point.lostOperations()).isZero();
            assertThat(point.notJudged()).isNotNull().contains("operations of group A were spoilt or lost");
            assertThat(point.losses()).isZero();
            assertThat(point.pass()).isFalse();
        });
    }

    @Test
    void aHarnessErrorMakesTheRunInvalid() {
        RunStateMachine machine = steady(1);
        fleet.outcome = Outcome.HARNESS_ERROR;
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).anySatisfy(r -> assertThat(r).startsWith("harness-error: "));
    }

    @Test
    void aStoreThatRefusesMakesTheRunInvalidAndEndsItsSessions() {
        RunStateMachine machine = steady(2);
        journal.full = true;
        machine.storeFailed("no space left");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).containsExactly("the store failed: no space left");
        assertThat(fleet.working()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = RunState.class,
            names = {"PREPARING", "RAMPING_UP", "STEADY", "JUDGING"})
    void stopEndsTheRunInEveryState(RunState state) {
        fleet.free = state != RunState.PREPARING;
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, state);
        machine.stop("stopped on request");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("stopped");
        assertThat(end.reasons()).containsExactly("stopped on request");
        assertThat(fleet.working()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = RunState.class,
            names = {"PREPARING", "RAMPING_UP", "STEADY", "JUDGING"})
    void abortEndsTheRunAtOnceInEveryState(RunState state) {
        fleet.free = state != RunState.PREPARING;
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, state);
        machine.abort("aborted on request");
        time.advance(Duration.ofSeconds(5));
        assertThat(machine.state()).isEqualTo(RunState.STOPPED);
        assertThat(fleet.working()).isZero();
    }

    @Test
    void stoppingAfterTheLastPointKeepsTheResult() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.RAMPING_DOWN);
        machine.stop("stopped on request");
        time.settle();
        machine.abort("aborted on request");
        assertThat(finish(machine).state()).isEqualTo("finished");
    }

    @Test
    void abortingARunThatEndsWaitsForTheAgentsAllTheSame() {
        RunStateMachine machine = steady(2);
        machine.abort("aborted on request");
        time.settle();
        machine.abort("again");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.ENDING);
        assertThat(finish(machine).state()).isEqualTo("stopped");
    }
}
