package io.deskmeter.agent.desktopagent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.platform.Platforms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleInstanceLockTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Test
    void theNextOneWaitsUntilThePredecessorHasEnded() throws Exception {
        SingleInstanceLock first = SingleInstanceLock.await(Platforms.here().files(), state, Duration.ofSeconds(10));
        CompletableFuture<SingleInstanceLock> second = CompletableFuture.supplyAsync(() -> {
            try {
                return SingleInstanceLock.await(Platforms.here().files(), state, Duration.ofSeconds(30));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(second).isNotDone();
        first.close();
        second.get(20, TimeUnit.SECONDS).close();
    }

    @Test
    void itsTimeoutEnds() throws Exception {
        try (SingleInstanceLock first =
                        SingleInstanceLock.await(Platforms.here().files(), state, Duration.ofSeconds(10));
                SingleInstanceLock second =
                        SingleInstanceLock.await(Platforms.here().files(), state, Duration.ofMillis(1))) {
            assertThat(first).isNotSameAs(second);
        }
    }
}
