package io.deskmeter.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TallyTest {
    @TempDir
    Path folder;

    @Test
    void talliesAreReadTogether() throws Exception {
        Path one = Files.writeString(folder.resolve("one"), "0,1\n0,2\n");
        Path two = Files.writeString(folder.resolve("two"), "1,1\n");
        assertThat(Tally.read(List.of(one, two)))
                .containsExactlyInAnyOrder(new Tally.Key(0, 1), new Tally.Key(0, 2), new Tally.Key(1, 1));
    }

    @Test
    void aTimingThatWasMadeTwiceIsAFault() throws Exception {
        Path one = Files.writeString(folder.resolve("one"), "0,1\n0,2\n");
        Path two = Files.writeString(folder.resolve("two"), "0,2\n");
        assertThatIOException().isThrownBy(() -> Tally.read(List.of(one, two))).withMessageContaining("0,2");
    }
}
