package io.deskmeter.workloads.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Point;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaintTimesWriterTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void eachInputHasALineWhenTheProgramHasEnded() {
        Path file = folder.resolve("times.csv");
        try (PaintTimesWriter times = new PaintTimesWriter(file)) {
            times.add("drag", 5_000_000, 1_234_567, new Point(20, 24));
            times.add("drag", 9_000_000, 2_000, new Point(24, 24));
        }

        assertThat(file).hasContent("input,paintedAtNanos,micros,x,y\ndrag,5000000,1234,20,24\ndrag,9000000,2,24,24\n");
    }
}
