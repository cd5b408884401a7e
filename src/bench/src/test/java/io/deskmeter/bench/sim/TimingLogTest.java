package io.deskmeter.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimingLogTest {
    @TempDir
    Path folder;

    @Test
    void logsAreReadTogether() throws Exception {
        Path one = Files.writeString(folder.resolve("one"), "0,1\n0,2\n");
        Path two = Files.writeString(folder.resolve("two"), "1,1\n");
        TimingKeys read = TimingLog.read(List.of(one, two));
        assertThat(read.size()).isEqualTo(3);
        assertThat(read.add(0, 1)).isFalse();
        assertThat(read.add(0, 2)).isFalse();
        assertThat(read.add(1, 1)).isFalse();
    }

    @Test
    void aDuplicateTimingIsAnError() throws Exception {
        Path one = Files.writeString(folder.resolve("one"), "0,1\n0,2\n");
        Path two = Files.writeString(folder.resolve("two"), "0,2\n");
        assertThatIOException()
                .isThrownBy(() -> TimingLog.read(List.of(one, two)))
                .withMessageContaining("0,2");
    }
}
