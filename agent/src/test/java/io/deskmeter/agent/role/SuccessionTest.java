package io.deskmeter.agent.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuccessionTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Test
    void theNextOneWaitsUntilThePredecessorIsGone() throws Exception {
        Succession first = Succession.await(state, Duration.ofSeconds(10));
        CompletableFuture<Succession> second = CompletableFuture.supplyAsync(() -> {
            try {
                return Succession.await(state, Duration.ofSeconds(30));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(second).isNotDone();
        first.close();
        second.get(20, TimeUnit.SECONDS).close();
    }

    @Test
    void itsPatienceEnds() throws Exception {
        try (Succession first = Succession.await(state, Duration.ofSeconds(10));
                Succession second = Succession.await(state, Duration.ofMillis(1))) {
            assertThat(first).isNotSameAs(second);
        }
    }
}
