package io.deskmeter.workloads.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaintTimesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void eachInputHasALineWhenTheProgramHasEnded() {
        Path file = folder.resolve("times.csv");
        try (PaintTimes times = new PaintTimes(file)) {
            times.add("drag", 5_000_000, 1_234_567);
            times.add("drag", 9_000_000, 2_000);
        }

        assertThat(file).hasContent("input,paintedAtNanos,micros\ndrag,5000000,1234\ndrag,9000000,2\n");
    }
}
