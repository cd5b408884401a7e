package io.deskmeter.bench.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
@Timeout(120)
class TruthCommandTest {
    /** Tests that it runs and prints its figures, not their quality, because this machine may be busy. */
    @Test
    void aFewTrialsMakeARowOfEachKind(@TempDir Path out) throws Exception {
        StringWriter table = new StringWriter();
        CommandLine line = new CommandLine(new TruthCommand());
        line.setOut(new PrintWriter(table)).setErr(new PrintWriter(new StringWriter()));
        int code = line.execute(
                "--quick", "--trials", "3", "--loads", "idle", "--screens", "rfb,scan-loop", "--out", out.toString());
        assertThat(code).isZero();
        JsonNode rows = JsonMapper.shared()
                .readTree(out.resolve("bench-truth.json").toFile())
                .get("rows");
        assertThat(rows.size()).isEqualTo(2);
        JsonNode row = rows.get(0);
        assertThat(row.get("screen").asString()).isEqualTo("rfb");
        assertThat(row.get("load").asString()).isEqualTo("idle");
        assertThat(row.get("trials").asInt()).isEqualTo(3);
        assertThat(row.get("failed").asInt()).isZero();
        for (String figure : List.of("biasMs", "p50Ms", "p95Ms", "p99Ms", "maxMs", "intervalContainsTruth")) {
            assertThat(row.get(figure).isNumber()).as(figure).isTrue();
        }
        assertThat(row.get("p50Ms").asDouble())
                .isLessThanOrEqualTo(row.get("maxMs").asDouble());
        assertThat(table.toString()).contains("intervalContainsTruth");
    }

    /** Both rows of one run: delays of up to 500 ms, on a screen on which nothing else changes. */
    @Test
    void withProbesIntervalsAreNarrower(@TempDir Path out) throws Exception {
        CommandLine line = new CommandLine(new TruthCommand());
        line.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(new StringWriter()));
        int code = line.execute(
                "--quick", "--probes", "both", "--loads", "idle", "--screens", "rfb", "--out", out.toString());
        assertThat(code).isZero();
        JsonNode rows = JsonMapper.shared()
                .readTree(out.resolve("bench-truth.json").toFile())
                .get("rows");
        assertThat(rows.size()).isEqualTo(2);
        assertThat(rows.get(0).get("probes").asBoolean()).isFalse();
        assertThat(rows.get(1).get("probes").asBoolean()).isTrue();
        assertThat(rows.get(1).get("resolutionP95Ms").asDouble())
                .isLessThan(rows.get(0).get("resolutionP95Ms").asDouble());
        assertThat(rows.get(1).get("probesUnanswered").asInt()).isZero();
    }

    @Test
    void theSamePlanForTheSameSeedWithManyShortAndFewLongTrials() {
        List<Trial> plan = Trial.plan(150, 5000, 7);
        assertThat(plan).hasSize(150).isEqualTo(Trial.plan(150, 5000, 7)).isNotEqualTo(Trial.plan(150, 5000, 8));
        assertThat(plan.stream().filter(t -> t.delayNanos() <= 100_000_000).count())
                .isGreaterThan(75);
        assertThat(plan.stream().filter(t -> t.delayNanos() > 2_000_000_000L).count())
                .isBetween(1L, 10L);
        assertThat(plan).allMatch(t -> t.delayNanos() >= 0 && t.delayNanos() <= 5_000_000_000L);
    }

    @Test
    void figuresFollowFromTheInstants() {
        TrialStatistics tally = new TrialStatistics();
        // Input read 1 ms after the firing, shown at 10 ms, reported at 12 and at 9.
        tally.add(new Truth(1_000_000, 10_000_000, 10_000_000), new ReportedTiming(0, 5_000_000, 12_000_000));
        tally.add(new Truth(1_000_000, 10_000_000, 10_000_000), new ReportedTiming(0, 5_000_000, 9_000_000));
        assertThat(tally.figures())
                .containsEntry("trials", 2)
                .containsEntry("biasMs", 0.5)
                .containsEntry("p50Ms", 1.0)
                .containsEntry("maxMs", 2.0)
                .containsEntry("intervalContainsTruth", 0.5)
                .containsEntry("responseBiasMs", 1.5)
                .containsEntry("resolutionP50Ms", 4.0)
                .containsEntry("resolutionP95Ms", 7.0);
    }

    @Test
    void unknownScreensAndLoadsAreNamed() {
        StringWriter errors = new StringWriter();
        CommandLine line = new CommandLine(new TruthCommand()).setErr(new PrintWriter(errors));
        assertThat(line.execute("--screens", "telepathy")).isNotZero();
        assertThat(errors.toString()).contains("telepathy").contains("rfb");
        assertThat(line.execute("--probes", "some")).isNotZero();
        assertThat(errors.toString()).contains("probes: \"some\" (expected: on, off or both)");
    }
}
