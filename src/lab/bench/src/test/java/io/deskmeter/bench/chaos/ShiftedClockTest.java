package io.deskmeter.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ShiftedClockTest {
    @TempDir
    Path folder;

    @Test
    void movesTheWallClockOfOneProgram() throws Exception {
        assumeTrue(ShiftedClock.isPossible(), "needs a C compiler (hint: apt-get install gcc)");
        ShiftedClock clock = ShiftedClock.right(ShiftedClock.library(folder), folder.resolve("clock"));
        assertThat(secondsOf(clock)).isCloseTo(Instant.now().getEpochSecond(), within(60L));
        clock.move(-5);
        assertThat(secondsOf(clock) + 5 * 3600).isCloseTo(Instant.now().getEpochSecond(), within(60L));
    }

    private static long secondsOf(ShiftedClock clock) throws Exception {
        ProcessBuilder date = new ProcessBuilder("date", "+%s");
        date.environment().putAll(clock.environment());
        Process process = date.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        assertThat(process.waitFor()).isZero();
        return Long.parseLong(text);
    }
}
