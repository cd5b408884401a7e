package io.deskmeter.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.bench.chaos.Truth.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TruthTest {
    private static final int PLANNED = 120;

    private static Episode episode(Disturbance disturbance, int seconds) {
        return new Episode(1, disturbance, 0, Duration.ofSeconds(3), Duration.ofSeconds(seconds), 3);
    }

    private static Outcome outcome(String state, String... reasons) {
        return new Outcome(state, List.of(reasons), List.of(), false, PLANNED, PLANNED, Duration.ZERO);
    }

    @Test
    void aRunIsInterruptedByAKilledController() {
        Episode killed = episode(Disturbance.CONTROLLER_KILLED, 3);
        assertThat(Truth.untrue(killed, outcome("interrupted", "the controller ended while the run was steady")))
                .isEmpty();
        assertThat(Truth.untrue(killed, outcome("finished")))
                .singleElement()
                .asString()
                .contains("finished");
        assertThat(Truth.untrue(killed, outcome("interrupted", "stopped on request")))
                .singleElement()
                .asString()
                .contains("stopped on request");
    }

    @Test
    void aRunThatHadEndedStaysAsItWas() {
        Outcome before = new Outcome("finished", List.of(), List.of(), true, PLANNED, PLANNED, Duration.ZERO);
        assertThat(Truth.untrue(episode(Disturbance.CONTROLLER_KILLED, 3), before))
                .isEmpty();
        Outcome changed =
                new Outcome("interrupted", List.of("the controller ended"), List.of(), true, 9, PLANNED, Duration.ZERO);
        assertThat(Truth.untrue(episode(Disturbance.CONTROLLER_KILLED, 3), changed))
                .isNotEmpty();
    }

    @Test
    void aFinishedRunHasAllThatWasPlanned() {
        Outcome less = new Outcome("finished", List.of(), List.of(), false, PLANNED - 1, PLANNED, Duration.ZERO);
        assertThat(Truth.untrue(episode(Disturbance.LINE_CUT, 3), less))
                .singleElement()
                .asString()
                .contains("119", "120");
    }

    @Test
    void anAgentThatStaysAwayMakesARunInvalid() {
        String lost = "agent sim-0 (client) was lost and did not reconnect within 10 s";
        assertThat(Truth.untrue(episode(Disturbance.LINE_DOWN, 60), outcome("invalid", lost)))
                .isEmpty();
        assertThat(Truth.untrue(episode(Disturbance.LINE_DOWN, 60), outcome("finished")))
                .as("its sessions cannot have been measured")
                .isNotEmpty();
        assertThat(Truth.untrue(episode(Disturbance.LINE_DOWN, 2), outcome("invalid", lost)))
                .as("it came back long before")
                .isNotEmpty();
    }

    /** Reproducer: it was noticed after 7.9 s, and the agent was back 9.98 s later. */
    @Test
    void aSilentLineIsNoticedByHeartbeatsOnly() {
        assertThat(Truth.untrue(episode(Disturbance.LINE_ONE_WAY_UP, 18), outcome("finished")))
                .isEmpty();
        assertThat(Truth.untrue(episode(Disturbance.LINE_ONE_WAY_UP, 20), outcome("finished")))
                .isNotEmpty();
        assertThat(Truth.untrue(episode(Disturbance.LINE_DOWN, 18), outcome("finished")))
                .as("a reset is noticed at once")
                .isNotEmpty();
    }

    @Test
    void onlyAFullDiskMayEndAProgram() {
        Outcome ended = new Outcome(
                "interrupted",
                List.of("the controller ended while the run was steady"),
                List.of("the controller had ended"),
                false,
                3,
                PLANNED,
                Duration.ZERO);
        assertThat(Truth.untrue(episode(Disturbance.CONTROLLER_DISK_FULL, 3), ended))
                .isEmpty();
        assertThat(Truth.untrue(episode(Disturbance.LINE_SLOW, 3), ended)).isNotEmpty();
    }

    @Test
    void anAgentThatSaysThatItStoodStillIsBelievedIfItDid() {
        Episode episode = episode(Disturbance.LINE_SLOW, 2);
        String reason =
                "harness-error: 9 operations not measured: this agent stood still for 0.4 s during the operation";
        Outcome did =
                new Outcome("invalid", List.of(reason), List.of(), false, PLANNED, PLANNED, Duration.ofMillis(390));
        assertThat(Truth.untrue(episode, did)).isEmpty();
        assertThat(Truth.untrue(episode, outcome("invalid", reason))).isNotEmpty();
        Outcome other = new Outcome(
                "invalid", List.of("the store failed"), List.of(), false, PLANNED, PLANNED, Duration.ofMillis(390));
        assertThat(Truth.untrue(episode, other)).isNotEmpty();
    }

    @Test
    void anAgentThatHasWaitedForItsGracePeriodMaySayThatTheControllerWasAway() {
        Outcome ended = outcome(
                "invalid", "agent sim-0 (client) ended the run: the controller was disconnected for more than 30 s");
        assertThat(Truth.untrue(episode(Disturbance.CONTROLLER_PAUSED, 56), ended))
                .isEmpty();
        assertThat(Truth.untrue(episode(Disturbance.CONTROLLER_PAUSED, 20), ended))
                .as("the controller was back before")
                .isNotEmpty();
    }
}
