package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * The main job on real desktops with the real applications: sessions are added, every operation is timed, the verdict
 * is given.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class CapacityRunIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void twoLoadPointsOnRealDesktops() throws Exception {
        Results results = RunCommand.succeed(folder, """
                id: two-steps
                title: One session, then two
                workloads:
                  id: quick-office
                  workloads: [office/writer, office/calc]
                  iterations: 2
                  steady: {skipFirst: 1, skipLast: 0}
                  think: {mean: 500ms, spread: 50%}
                  order: shuffled
                  seed: 7
                target: {local: {desktop: 1280x800}}
                load: {steps: {sessions: [1, 2]}}
                thresholds: {A: 20s, B: 60s}
                validity: {harnessCpu: 90%, lag: 5s, pacing: 100%}
                evidence: all
                logonInterval: 1s
                """, Duration.ofMinutes(6));
        assertThat(Sessions.running(folder)).as("processes left behind").isEmpty();

        ConsistentResults.check(results);
        JsonNode report = results.report();
        assertThat(report.at("/verdict/valid").asBoolean())
                .as(report.toString())
                .isTrue();
        assertThat(report.at("/verdict/capacity").asInt()).isEqualTo(2);
        assertThat(report.at("/run/mode").asString()).isEqualTo("remote");
        assertThat(report.at("/thresholds/A").asDouble()).isEqualTo(20_000);
        assertThat(report.at("/loadPoints").size()).isEqualTo(2);
        for (JsonNode point : report.at("/loadPoints")) {
            assertThat(point.at("/discarded").asInt()).isZero();
            assertThat(point.at("/groups/A/count").asInt()).isGreaterThanOrEqualTo(10);
            assertThat(point.at("/groups/B/count").asInt()).isGreaterThanOrEqualTo(4);
            assertThat(point.at("/groups/A/failed").asInt()).isZero();
            assertThat(point.at("/groups/A/p95Ms").asDouble()).isBetween(1.0, 20_000.0);
            assertThat(point.at("/resources/cpuPct").asDouble()).isBetween(0.1, 100.0);
            assertThat(point.at("/harness/cpuPct").asDouble()).isBetween(0.0, 100.0);
        }

        List<Map<String, String>> timings = results.timings();
        assertThat(timings).extracting(row -> row.get("outcome")).containsOnly("ok");
        assertThat(timings).extracting(row -> row.get("session")).containsOnly("0", "1");
        Set<String> worked = timings.stream()
                .map(row -> row.get("workload") + "/" + row.get("operation"))
                .collect(Collectors.toSet());
        assertThat(worked)
                .contains("office/writer/open", "office/writer/save", "office/writer/close")
                .contains("office/calc/open", "office/calc/save", "office/calc/close");
        assertThat(timings).allSatisfy(row -> {
            assertThat(Double.parseDouble(row.get("responseMs"))).isPositive();
            assertThat(Double.parseDouble(row.get("resolutionMs")))
                    .isBetween(0.0, Double.parseDouble(row.get("responseMs")));
            assertThat(Double.parseDouble(row.get("thinkMs"))).isBetween(250.0, 750.0);
        });
        long steady =
                timings.stream().filter(row -> row.get("steady").equals("true")).count();
        assertThat(steady).isEqualTo(steadyCount(report));

        assertEvidence(folder.resolve("out/evidence"));
        assertThat(results.html()).contains("<svg").doesNotContain("src=\"http").doesNotContain("href=\"http");
    }

    /** The page names every picture, every picture is whole, and the strips show where the answers were. */
    private static void assertEvidence(Path evidence) throws Exception {
        String page = Files.readString(evidence.resolve("index.html"));
        assertThat(page).contains("The four instants").doesNotContain("<script").doesNotContain("src=\"http");
        try (Stream<Path> files = Files.list(evidence)) {
            List<Path> strips =
                    files.filter(file -> file.toString().endsWith("-strip.png")).toList();
            assertThat(strips).hasSizeGreaterThanOrEqualTo(10);
            for (Path strip : strips) {
                assertThat(page).contains("src=\"" + strip.getFileName() + "\"");
                BufferedImage image = ImageIO.read(strip.toFile());
                assertThat(marked(image)).as("marked pixels of %s", strip).isGreaterThan(50);
            }
        }
    }

    /** Pixels of the colour in which places are marked. */
    private static int marked(BufferedImage image) {
        int count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                count += (image.getRGB(x, y) & 0xFFFFFF) == 0xE6007A ? 1 : 0;
            }
        }
        return count;
    }

    private static long steadyCount(JsonNode report) {
        long count = 0;
        for (JsonNode operation : report.at("/operations")) {
            boolean logon = operation.at("/workload").asString().equals("session");
            count += logon ? 0 : operation.at("/count").asLong();
        }
        return count;
    }
}
