package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Real programs, many sessions, none with a desktop behind it: what goes wrong has a defined end, and no timing is lost
 * or doubled.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class SimulatedFleetIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void whateverHappensInMidRunItEndsAsItShouldAndNothingIsLeft() throws Exception {
        JsonNode rows = bench(
                        "faults",
                        "--sessions=50",
                        "--faults=stop,abort,target-lost,controller-restarted",
                        "--stages=judging")
                .at("/rows");
        assertThat(rows.size()).isEqualTo(4);
        for (JsonNode row : rows) {
            assertThat(row.at("/left").asInt()).as(row.toString()).isZero();
            assertThat(row.at("/reasons").asString()).as(row.toString()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgresql"})
    void linesThatBreakLoseNoTimingAndDoubleNone(String store) throws Exception {
        JsonNode result = bench(
                        "fleet",
                        "--store=" + store,
                        "--agents=2",
                        "--sessions=50",
                        "--minutes=0.1",
                        "--think=300",
                        "--logon-interval=10",
                        "--broken-lines=2",
                        "--cut-every=1")
                .at("/result");
        assertThat(result.at("/state").asString()).as(result.toString()).isEqualTo("finished");
        assertThat(result.at("/linesCut").asInt()).isGreaterThanOrEqualTo(5);
        // Sessions go on until the last one has worked what counts, so that there are more.
        assertThat(result.at("/timingsMade").asInt())
                .isGreaterThanOrEqualTo(50 * 5 * result.at("/iterations").asInt());
        assertThat(result.at("/timingsStored").asInt())
                .isEqualTo(result.at("/timingsMade").asInt());
        assertThat(result.at("/timingsLost").asInt()).isZero();
        assertThat(result.at("/timingsStoredTwice").asInt()).isZero();
        assertThat(result.at("/samplesMade").asInt()).as(result.toString()).isPositive();
        assertThat(result.at("/samplesStored").asInt())
                .isEqualTo(result.at("/samplesMade").asInt());
        assertThat(result.at("/samplesLost").asInt()).isZero();
        assertThat(result.at("/samplesStoredTwice").asInt()).isZero();
        assertThat(result.at("/discardedSessions").asInt()).isZero();
    }

    @Test
    void ingestStoresEachRowOnceInBothStoresBesideThePlainDatabases() throws Exception {
        JsonNode report = bench(
                "ingest",
                "--timings=4000",
                "--samples=2000",
                "--warm-up=600",
                "--agents=2",
                // So few rows, on a busy machine, tell nothing about speed.
                "--goal=0");
        assertThat(report.at("/rows")).hasSize(5).allSatisfy(row -> {
            assertThat(row.at("/rows").asInt()).as(row.toString()).isEqualTo(6_000);
            assertThat(row.at("/rowsPerSecond").asDouble()).as(row.toString()).isPositive();
            assertThat(row.at("/pass").asBoolean()).as(row.toString()).isTrue();
        });
        for (String store : new String[] {"h2", "postgresql"}) {
            for (String wrong : new String[] {"RowsLost", "RowsStoredTwice", "RowsNobodySent"}) {
                assertThat(report.at("/result/" + store + wrong).asInt(-1))
                        .as(store + wrong)
                        .isZero();
            }
        }
    }

    private JsonNode bench(String name, String... options) throws IOException, InterruptedException {
        return BenchProgram.run(folder, name, options);
    }
}
