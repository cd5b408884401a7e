package io.deskmeter.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EpisodeRowsTest {
    private static EpisodeRow row(int number, Disturbance disturbance, String state, int lost, String... untrue) {
        return new EpisodeRow(
                new Episode(number, disturbance, 0, Duration.ZERO, Duration.ofSeconds(1), 1),
                "r" + number,
                state,
                List.of(),
                10,
                10 - lost,
                lost,
                0,
                0,
                0,
                List.of(untrue),
                lost,
                20);
    }

    @Test
    void sumsAndCountsAreOfAllRowsInTheOrderOfTheirNumbers() {
        EpisodeRows rows = new EpisodeRows();
        rows.add(row(2, Disturbance.LINE_CUT, "finished", 0));
        assertThat(rows.asPromised()).isTrue();
        rows.add(row(3, Disturbance.AGENT_KILLED, "invalid", 2, "a", "b"));
        rows.add(row(1, Disturbance.LINE_CUT, "invalid", 1));
        assertThat(rows.asPromised()).isFalse();
        assertThat(rows.all()).extracting(EpisodeRow::run).containsExactly("r1", "r2", "r3");
        assertThat(rows.sums())
                .containsEntry("episodes", 3)
                .containsEntry("made", 30)
                .containsEntry("stored", 27)
                .containsEntry("lost", 3)
                .containsEntry("untrue", 1)
                .containsEntry("notAsPromised", 2)
                .containsEntry("agentStoodStill", 2)
                .containsEntry("states", Map.of("finished", 1, "invalid", 2))
                .containsEntry("disturbances", Map.of("agent-killed", 1, "line-cut", 2));
    }
}
