package io.deskmeter.link.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
    private final Heartbeat heartbeat = new Heartbeat();

    @Test
    void threeSilentBeatsAreAllowedTheFourthIsNot() {
        assertThat(heartbeat.beat()).isTrue();
        assertThat(heartbeat.beat()).isTrue();
        assertThat(heartbeat.beat()).isTrue();
        assertThat(heartbeat.beat()).isFalse();
    }

    @Test
    void dataResetsTheCount() {
        for (int i = 0; i < 100; i++) {
            assertThat(Stream.generate(heartbeat::beat).limit(3)).containsOnly(true);
            heartbeat.heard();
        }
    }
}
