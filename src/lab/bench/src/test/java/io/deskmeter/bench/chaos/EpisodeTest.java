package io.deskmeter.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EpisodeTest {
    private static final List<Disturbance> ALL = List.of(Disturbance.values());

    @Test
    void theSameSeedAndNumberGiveTheSameEpisode() {
        assertThat(Episode.draw(5, 17, ALL, 3)).isEqualTo(Episode.draw(5, 17, ALL, 3));
        assertThat(Episode.draw(5, 17, ALL, 3)).isNotEqualTo(Episode.draw(6, 17, ALL, 3));
    }

    @Test
    void allDisturbancesAndAgentsComeAndPausesLastLongEnough() {
        Set<Disturbance> seen = EnumSet.noneOf(Disturbance.class);
        boolean[] agents = new boolean[3];
        for (int number = 1; number <= 500; number++) {
            Episode episode = Episode.draw(1, number, ALL, 3);
            seen.add(episode.disturbance());
            agents[episode.agent()] = true;
            assertThat(episode.lasts()).isBetween(Duration.ofMillis(100), Duration.ofMinutes(1));
            if (episode.disturbance().name().endsWith("_PAUSED")) {
                assertThat(episode.lasts()).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
            }
        }
        assertThat(seen).containsExactlyInAnyOrder(Disturbance.values());
        assertThat(agents).containsOnly(true);
    }
}
