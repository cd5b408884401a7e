package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.fact.HostSample;
import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Deskmeter itself loses or delays is not charged to the platform: the point is repeated once, then the run is
 * invalid.
 */
class HarnessFaultRunTest extends RunMachineFixture {
    private static final Load STEPS = new Load.Steps(List.of(2, 4));

    /** The agent stalls at four sessions: what it measures late it also stamps late. */
    @Test
    void aGeneratorThatStallsMakesTheRunInvalidAndNotThePlatformSmall() {
        fleet.lag = working -> working >= 4 ? Duration.ofSeconds(6) : Duration.ZERO;
        fleet.responseMillis = working -> working >= 4 ? 6_300 : 300;
        RunSnapshot end = finish(start(Plans.of(STEPS)));
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons())
                .anyMatch(
                        reason -> reason.startsWith(
                                "the load point of 4 sessions was not judged, twice: lag: 95 % of the inputs were sent at most 6 s late"));
        assertThat(end.loadPoints())
                .extracting(LoadPoint::verdictWords)
                .containsExactly("pass", "not judged", "not judged");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(2);
    }

    @Test
    void oneStallIsRepeatedAndTheRunGoesOn() {
        boolean[] stalled = {false};
        fleet.lag = working -> working >= 4 && !stalled[0] ? Duration.ofSeconds(6) : Duration.ZERO;
        fleet.responseMillis = working -> working >= 4 && !stalled[0] ? 6_300 : 300;
        RunStateMachine machine = start(Plans.of(STEPS));
        advanceUntil(() -> machine.snapshot().loadPoints().size() == 2);
        stalled[0] = true;
        // Iterations that are on their way at the end of the first point still carry its lag.
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("pass", "not judged", "pass");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(4);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
    }

    /**
     * Reproducer: an agent stood still for 5.7 s while it was to start desktops, and the run was invalid only because
     * logons had waited.
     */
    @Test
    void aBoundThatIsBrokenNamesTheAgentThatStoodStill() {
        RunStateMachine machine = steady(1);
        machine.resources(new HostSample(
                "gen-1", true, false, new ResourceFact(Instant.EPOCH, 90, 80, 1, 2, 100, 0, 0, 0, 0, 5_700.0)));
        machine.resources(new HostSample(
                "desk-1", false, true, new ResourceFact(Instant.EPOCH, 90, 80, 1, 2, 100, 0, 0, 0, 0, 9_000.0)));
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons())
                .anyMatch(reason -> reason.startsWith("harnessCpu: ")
                        && reason.contains("; a client agent on gen-1 stood still for 5.7 s (bound: 0.25 s); "));
    }

    /** Transport slower than any fixed time: as long as batches keep coming they are waited for. */
    @Test
    void timingsThatComeLateAreWaitedForAsLongAsSomeCome() {
        fleet.deliveryTime = session -> Duration.ofSeconds(12L * (1 + session));
        RunSnapshot end = finish(start(Plans.of(new Load.Fixed(6))));
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.verdictWords()).isEqualTo("pass");
        assertThat(point.missingTimings()).isZero();
    }

    /** An error of the harness in one of many operations changes no verdict, and is told. */
    @Test
    void aFewSpoiltOperationsAreTold() {
        RunStateMachine machine = start(Plans.of(new Load.Fixed(20)));
        advanceTo(machine, RunState.STEADY);
        time.advance(ScriptedFleet.ITERATION);
        fleet.outcome = Outcome.HARNESS_ERROR;
        fleet.detail = "text not typed: its characters \"ł\" (U+0142)";
        int before = machine.snapshot().counts().harnessErrors();
        advanceUntil(() -> machine.snapshot().counts().harnessErrors() > before);
        fleet.outcome = Outcome.OK;
        RunSnapshot end = finish(machine);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
        assertThat(end.loadPoints().get(0).verdictWords())
                .as("some of what it was judged by was not delivered")
                .isEqualTo("pass, uncertain");
        assertThat(end.reasons())
                .filteredOn(reason -> reason.startsWith("harness-error: "))
                .singleElement()
                .asString()
                .contains("the platform is not to blame")
                .containsPattern("The first one was \\S+/\\S+ of session \\d+: text not typed: its characters \"ł\"");
    }

    /** A late generator explains late stamps. Desktops that were lost are the platform's all the same. */
    @Test
    void aPointThatLostItsDesktopsHasFailedThoughTheGeneratorWasLate() {
        fleet.lag = working -> Duration.ofSeconds(6);
        RunStateMachine machine = start(Plans.of(new Load.Fixed(10)));
        advanceTo(machine, RunState.STEADY);
        time.advance(ScriptedFleet.ITERATION);
        for (int session = 0; session < 5; session++) {
            fleet.lose(session);
        }
        advanceUntil(() -> machine.snapshot().loadPoints().size() == 1);
        fleet.lag = working -> Duration.ZERO;
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("fail");
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(0);
    }

    private static final Load SEARCH = new Load.FindMax(4, OptionalInt.of(4), 4, Load.FindMax.DEFAULT_PRECISION, false);

    private static Stream<Load> loads() {
        return Stream.of(new Load.Fixed(4), new Load.Steps(List.of(4)), SEARCH);
    }

    private RunStateMachine oneSessionBreaksDown(Load load) {
        RunStateMachine machine = start(Plans.of(load));
        advanceTo(machine, RunState.STEADY);
        time.advance(ScriptedFleet.ITERATION);
        fleet.breakDown(2);
        return machine;
    }

    @ParameterizedTest
    @MethodSource("loads")
    void aPointThatOnlyAFaultOfTheAgentFailsIsRepeated(Load load) {
        RunSnapshot end = finish(oneSessionBreaksDown(load));
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
        LoadPoint first = end.loadPoints().get(0);
        assertThat(first.verdictWords()).isEqualTo("not judged");
        assertThat(first.notJudged()).contains("session 2", ScriptedFleet.FAULT);
        assertThat(first.failure()).isNull();
        assertThat(first.discarded()).isZero();
        assertThat(first.lostOperations()).isZero();
        assertThat(end.loadPoints().get(1).verdictWords()).isEqualTo("pass");
        assertThat(end.capacity()).extracting("sessions").isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("loads")
    void aSecondFaultOfTheAgentMakesTheRunInvalid(Load load) {
        RunStateMachine machine = oneSessionBreaksDown(load);
        advanceUntil(() -> machine.snapshot().loadPoints().size() == 1);
        advanceUntil(() -> machine.state() == RunState.STEADY);
        int newest = Collections.max(fleet.positions.keySet());
        fleet.breakDown(newest);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("invalid");
        assertThat(end.reasons())
                .anyMatch(reason -> reason.startsWith("the load point of 4 sessions was not judged, twice: ")
                        && reason.contains("session " + newest + ": " + ScriptedFleet.FAULT));
    }

    /** The only session of the point: without it nothing is left to measure. */
    @Test
    void aPointWhoseOnlySessionTheAgentBreaksIsRepeated() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
        advanceTo(machine, RunState.STEADY);
        fleet.breakDown(0);
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("not judged", "pass");
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
    }

    @Test
    void aFaultDuringTheRampUpIsNoRefusedLogon() {
        RunStateMachine machine = start(Plans.of(SEARCH));
        advanceTo(machine, RunState.RAMPING_UP);
        advanceUntil(() -> fleet.working() == 4);
        fleet.breakDown(3);
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints().get(0).notJudged()).contains("session 3: " + ScriptedFleet.FAULT);
        assertThat(end.loadPoints().get(1).verdictWords()).isEqualTo("pass");
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
    }

    /** One of fifty may be lost, but none refused, and nobody knows whether that one would have logged on. */
    @Test
    void aPointOfWhichAFaultEndedALogonIsNotJudged() {
        RunStateMachine machine = start(Plans.of(new Load.Fixed(50)));
        advanceTo(machine, RunState.RAMPING_UP);
        advanceUntil(() -> fleet.working() == 50);
        fleet.breakDown(49);
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("not judged", "pass");
        assertThat(end.loadPoints().get(0).notJudged()).contains("session 49: " + ScriptedFleet.FAULT);
        assertThat(end.capacity()).extracting("sessions").isEqualTo(50);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
    }

    /** Nobody has logged on yet, and nothing says that anybody could not. */
    @Test
    void aRunWhoseOnlyLogonAFaultEndedIsNoFailureOfThePlatform() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
        advanceTo(machine, RunState.RAMPING_UP);
        advanceUntil(() -> fleet.working() == 1);
        fleet.breakDown(0);
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("not judged", "pass");
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
    }

    @Test
    void aRunWhoseLogonsFaultsEndTwiceIsInvalid() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
        advanceTo(machine, RunState.RAMPING_UP);
        advanceUntil(() -> fleet.working() == 1);
        fleet.breakDown(0);
        advanceUntil(() -> fleet.working() == 1);
        fleet.breakDown(1);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("invalid");
        assertThat(end.reasons())
                .anyMatch(reason -> reason.startsWith("the load point of 1 session was not judged, twice: ")
                        && reason.contains("session 1: " + ScriptedFleet.FAULT));
    }

    /**
     * One of fifty is within the bound of lost sessions: its operations are not known, and the capacity does not count
     * it.
     */
    @Test
    void aPointThatPassesWhateverItsSessionDidHoldsOneLess() {
        RunStateMachine machine = start(Plans.of(new Load.Fixed(50)));
        advanceTo(machine, RunState.STEADY);
        time.advance(ScriptedFleet.ITERATION);
        fleet.breakDown(2);
        RunSnapshot end = finish(machine);
        LoadPoint point = end.loadPoints().get(0);
        assertThat(point.pass()).as(point.verdictWords()).isTrue();
        assertThat(point.notDelivered()).isPositive();
        assertThat(point.lostOperations()).isZero();
        assertThat(point.leastWorking()).isEqualTo(49);
        assertThat(end.capacity()).extracting("sessions").isEqualTo(49);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
        assertThat(end.reasons()).anyMatch(reason -> reason.startsWith("session-fault: 1 session "));
    }

    @Test
    void aPointThatLosesItsDesktopsHasFailedThoughTheAgentBrokeASession() {
        RunStateMachine machine = oneSessionBreaksDown(new Load.Fixed(4));
        fleet.lose(0);
        RunSnapshot end = finish(machine);
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("fail");
        assertThat(end.loadPoints().get(0).failure()).extracting("kind").isEqualTo("sessions-lost");
        assertThat(end.loadPoints().get(0).discarded()).isEqualTo(1);
    }

    @Test
    void aPointThatIsTooSlowWithoutThatSessionHasFailed() {
        fleet.responseMillis = working -> 9_000;
        RunSnapshot end = finish(oneSessionBreaksDown(new Load.Fixed(4)));
        assertThat(end.loadPoints()).extracting(LoadPoint::verdictWords).containsExactly("fail");
        assertThat(end.loadPoints().get(0).failure()).isNull();
    }

    /** The fault is told when its point has its verdict: that can be neither kept nor made again. */
    @Test
    void aFaultThatIsToldLateMakesTheRunInvalid() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(4, 5))));
        advanceTo(machine, RunState.STEADY);
        time.advance(ScriptedFleet.ITERATION);
        advanceUntil(() -> machine.state() == RunState.RAMPING_UP
                && machine.snapshot().stage().loadPoint() == 2);
        fleet.tellBreakDown(2, Duration.ofSeconds(15));
        RunSnapshot end = finish(machine);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("invalid");
        assertThat(end.loadPoints().get(0).notJudged()).contains("session 2: " + ScriptedFleet.FAULT);
    }
}
