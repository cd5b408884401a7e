package io.deskmeter.bench.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Trials that cannot be measured. */
@Timeout(60)
class TruthBenchTest {
    private static final Trial TRIAL = new Trial(0, 0);

    private final TrialStatistics tally = new TrialStatistics();

    @TempDir
    private Path folder;

    /** A screen on which there is no truth, because something fails. */
    private abstract static class Failing implements TruthScreen {
        @Override
        public void arm(long number, long delayNanos) throws Exception {}

        @Override
        public void expect() {}

        @Override
        public Truth truth(long number) {
            throw new IllegalStateException("truth of " + number + " (expected: no trial gets here)");
        }

        @Override
        public void close() {}
    }

    private void run(TruthScreen screen, int trials) throws Exception {
        try (TruthBench bench = TruthBench.open(folder)) {
            bench.row(
                    screen,
                    executor -> bench.agent(Probing.off(), executor),
                    Collections.nCopies(trials, TRIAL),
                    0,
                    done -> {},
                    tally);
        }
    }

    @Test
    void aLostScreenFailsItsTrialsWithTheReasonAndDoesNotEndTheBenchmark() throws Exception {
        run(
                new Failing() {
                    @Override
                    public CompletableFuture<Screen> open(FrameListener listener, Executor executor) {
                        ScriptedScreen screen = new ScriptedScreen(new VirtualTime(), 320, 200);
                        screen.connect(listener, executor);
                        screen.close();
                        return CompletableFuture.completedFuture(screen);
                    }
                },
                5);

        assertThat(tally.hasAny()).isFalse();
        assertThat(tally.figures())
                .containsEntry("trials", 5)
                .containsEntry("failed", 5)
                .containsEntry("p50Ms", null)
                .containsEntry("failedBecause", "3 × screen: closed; 2 × not tried: 3 trials in a row have failed");
    }

    @Test
    void aScreenThatCannotBeOpenedSaysWhy() {
        TruthScreen screen = new Failing() {
            @Override
            public CompletableFuture<Screen> open(FrameListener listener, Executor executor) {
                return CompletableFuture.failedFuture(new ScreenException("display :7: refused"));
            }
        };
        assertThatThrownBy(() -> run(screen, 5))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("display :7: refused");
    }

    @Test
    void trialsThatAreLeftOfAPlanCountAsFailed() {
        tally.add(new Truth(0, 10, 10), new ReportedTiming(0, 5, 12));
        tally.failed("no response within 30 s");
        tally.failedTo(4, "truth process 9: printed nothing within 30 s");

        assertThat(tally.hasAny()).isTrue();
        assertThat(tally.figures())
                .containsEntry("trials", 4)
                .containsEntry("failed", 3)
                .containsEntry(
                        "failedBecause",
                        "1 × no response within 30 s; 2 × truth process 9: printed nothing within 30 s");
        assertThat(new TrialStatistics().figures()).doesNotContainKey("failedBecause");
    }
}
