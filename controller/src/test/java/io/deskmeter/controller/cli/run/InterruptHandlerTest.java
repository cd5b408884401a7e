package io.deskmeter.controller.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.cli.run.InterruptHandler.Ending;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class InterruptHandlerTest {
    private final List<String> ended = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Ending ending = new Ending(
            (run, how) -> ended.add(how + " " + run), new PrintStream(printed, true, StandardCharsets.UTF_8));

    @Test
    void theFirstSignalStopsTheRunAndTheSecondAbortsIt() {
        ending.started("r-1");
        assertThat(ended).isEmpty();
        ending.run();
        assertThat(ended).containsExactly("stop r-1");
        ending.run();
        assertThat(ended).containsExactly("stop r-1", "abort r-1");
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("Press Ctrl-C again to abort it.", "Aborting the run.");
    }

    @Test
    void aSignalWhileTheRunIsStartedEndsItAsSoonAsItHas() {
        ending.run();
        assertThat(ended).isEmpty();
        ending.started("r-1");
        assertThat(ended).containsExactly("stop r-1");
    }

    @Test
    void twoSignalsWhileTheRunIsStartedAbortIt() {
        ending.run();
        ending.run();
        ending.started("r-1");
        assertThat(ended).containsExactly("abort r-1");
    }

    /** Each signal has a thread of its own. */
    @Test
    void aControllerThatDoesNotAnswerTheFirstSignalGetsTheSecond() {
        CompletableFuture<Void> answered = new CompletableFuture<>();
        Ending slow = new Ending(
                (run, how) -> {
                    ended.add(how + " " + run);
                    if (how.equals("stop")) {
                        answered.join();
                    }
                },
                new PrintStream(printed, true, StandardCharsets.UTF_8));
        slow.started("r-1");
        try {
            CompletableFuture<Void> first = CompletableFuture.runAsync(slow, command -> new Thread(command).start());
            Awaitility.await().until(() -> ended.contains("stop r-1"));
            assertThat(CompletableFuture.runAsync(slow, command -> new Thread(command).start()))
                    .succeedsWithin(Duration.ofSeconds(30));
            assertThat(ended).containsExactly("stop r-1", "abort r-1");
            assertThat(first).isNotDone();
        } finally {
            answered.complete(null);
        }
    }
}
