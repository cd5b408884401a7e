package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Strangers at the ports for other machines, beside sessions that work. */
@ResourceLock(ConcurrentTests.PROGRAMS)
class HostilePeersLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void strangersDisturbNobody() throws Exception {
        JsonNode result = BenchProgram.run(folder, "hostile", "--streams=120", "--connections=56", "--sessions=4")
                .at("/result");
        assertThat(result.at("/notAsPromised").asString()).isEqualTo("[]");
        assertThat(result.at("/lateBeats").asInt(-1)).isZero();
        assertThat(result.at("/timingsMade").asInt()).isPositive();
        assertThat(result.at("/link.unidentified").isMissingNode()).isFalse();
    }
}
