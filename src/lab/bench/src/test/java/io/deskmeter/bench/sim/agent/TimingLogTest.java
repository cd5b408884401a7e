package io.deskmeter.bench.sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.deskmeter.bench.controller.TimingKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimingLogTest {
    @TempDir
    Path folder;

    @Test
    void logsAreReadTogether() throws Exception {
        Path one = Files.writeString(folder.resolve("one"), "0,1,100\n0,2,200\n");
        Path two = Files.writeString(folder.resolve("two"), "1,1,150\n");
        TimingKeys read = TimingLog.read(List.of(one, two));
        assertThat(read.size()).isEqualTo(3);
        assertThat(read.add(0, 1)).isFalse();
        assertThat(read.add(0, 2)).isFalse();
        assertThat(read.add(1, 1)).isFalse();
    }

    @Test
    void aDuplicateTimingIsAnError() throws Exception {
        Path one = Files.writeString(folder.resolve("one"), "0,1,100\n0,2,200\n");
        Path two = Files.writeString(folder.resolve("two"), "0,2,300\n");
        assertThatIOException()
                .isThrownBy(() -> TimingLog.read(List.of(one, two)))
                .withMessageContaining("0,2");
    }

    @Test
    void readsWhatWasNotedBeforeATimeAndNoLineThatIsNotWhole() throws Exception {
        Path one = Files.writeString(folder.resolve("one"), "0,1,100\nsample,0,1,110\n0,2,200\n0,3,30");
        assertThat(TimingLog.read(List.of(one)).size()).isEqualTo(2);
        assertThat(TimingLog.read(List.of(one), 200).size()).isEqualTo(1);
        assertThat(TimingLog.readSamples(List.of(one), 110).size()).isZero();
        assertThat(TimingLog.readSamples(List.of(one), 111).size()).isEqualTo(1);
    }

    @Test
    void standstillsAreNoTimingsAndTheLongestIsKnown() throws Exception {
        Path one = folder.resolve("one");
        try (TimingLog log = new TimingLog(one)) {
            log.noteStandstill(200_000_000);
            log.noteStandstill(400_000_000);
        }
        Path two = Files.writeString(folder.resolve("two"), "0,1,100\nstill,300000000,150\n");
        assertThat(TimingLog.longestStandstill(List.of(one, two))).isEqualTo(Duration.ofMillis(400));
        assertThat(TimingLog.longestStandstill(List.of())).isZero();
        assertThat(TimingLog.read(List.of(one, two)).size()).isEqualTo(1);
        assertThat(TimingLog.readSamples(List.of(one, two)).size()).isZero();
    }
}
