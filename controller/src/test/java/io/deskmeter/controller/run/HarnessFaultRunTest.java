package io.deskmeter.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.measure.Outcome;
import io.deskmeter.workload.Load;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Deskmeter itself loses or delays is not charged to the platform: the point is repeated once, then the run is invalid. */
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
        int before = machine.snapshot().counts().harnessErrors();
        advanceUntil(() -> machine.snapshot().counts().harnessErrors() > before);
        fleet.outcome = Outcome.OK;
        RunSnapshot end = finish(machine);
        assertThat(end.state()).as(end.reasons().toString()).isEqualTo("finished");
        assertThat(end.loadPoints().get(0).verdictWords())
                .as("some of what it was judged by was not delivered")
                .isEqualTo("pass, uncertain");
        assertThat(end.reasons()).anyMatch(reason -> reason.startsWith("harness-error: "));
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
}
