package io.deskmeter.controller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.cli.InterruptHandler.Ending;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptHandlerTest {
    private final List<String> ended = new ArrayList<>();
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
}
