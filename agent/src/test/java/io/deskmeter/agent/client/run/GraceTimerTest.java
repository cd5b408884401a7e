package io.deskmeter.agent.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.Welcome;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraceTimerTest {
    private final VirtualTime time = new VirtualTime();
    private final GraceTimer grace = new GraceTimer(time, time);
    private final List<String> ends = new ArrayList<>();

    private void welcome(int graceMillis) {
        grace.connected(Welcome.newBuilder().setGraceMillis(graceMillis).build());
    }

    @Test
    void endsTheRunOnceTheControllerHasBeenDisconnectedForTooLong() {
        welcome(5000);
        grace.away(ends::add);
        time.advance(Duration.ofMillis(4999));
        assertThat(ends).isEmpty();
        time.advance(Duration.ofMinutes(1));
        assertThat(ends).containsExactly("the controller was disconnected for more than 5 s");
    }

    @Test
    void aReconnectedControllerResetsTheTimerAndMayChangeTheGracePeriod() {
        grace.away(ends::add);
        time.advance(Duration.ofSeconds(29));
        welcome(2000);
        time.advance(Duration.ofMinutes(1));
        assertThat(ends).isEmpty();
        grace.away(ends::add);
        time.advance(Duration.ofSeconds(2));
        assertThat(ends).hasSize(1);
    }
}
