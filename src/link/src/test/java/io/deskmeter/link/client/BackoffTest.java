package io.deskmeter.link.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration MIN = Duration.ofMillis(250);
    private static final Duration MAX = Duration.ofSeconds(10);

    @Test
    void waitsDoubleUpToTheBound() {
        Backoff backoff = new Backoff(MIN, MAX, () -> 0);
        assertThat(Stream.generate(backoff::next).limit(8).map(Duration::toMillis))
                .containsExactly(125L, 250L, 500L, 1_000L, 2_000L, 4_000L, 5_000L, 5_000L);
    }

    @Test
    void jitterTakesTheUpperHalf() {
        long seed = 42;
        Backoff backoff = new Backoff(MIN, MIN, new Random(seed)::nextDouble);
        assertThat(Stream.generate(backoff::next)
                        .limit(1_000)
                        .map(Duration::toMillis)
                        .distinct())
                .as("seed %d", seed)
                .hasSizeGreaterThan(100)
                .allMatch(wait -> wait >= 125 && wait < 250);
    }

    @Test
    void successResetsTheWait() {
        Backoff backoff = new Backoff(MIN, MAX, () -> 0);
        backoff.next();
        backoff.next();
        backoff.reset();
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(125));
    }
}
