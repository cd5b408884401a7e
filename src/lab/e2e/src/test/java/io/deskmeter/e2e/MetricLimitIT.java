package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

/**
 * The limit of a metric decides what a platform holds: the same desktop with pictures without loss, and with a starved
 * codec.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class MetricLimitIT {
    private static final String METRIC = "picture-similarity-at-match";
    private static final double LIMIT = 0.97;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void lossyPicturesLimitTheCapacityAndPicturesWithoutLossDoNot() throws Exception {
        Program.Ended without = run("lossless", "", program -> {});
        assertThat(without.exitCode()).as(without.printed()).isZero();
        JsonNode good = new Results(folder.resolve("lossless")).report();
        assertThat(good.at("/verdict/capacity").asInt()).isEqualTo(1);
        assertThat(value(good)).isBetween(LIMIT, 1.0);

        Program.Ended starved = run("starved", ", jpegQuality: 0", this::watchLive);
        assertThat(starved.exitCode()).as(starved.printed()).isEqualTo(10);
        assertThat(starved.printed()).contains(METRIC);
        JsonNode bad = new Results(folder.resolve("starved")).report();
        assertThat(bad.at("/verdict/valid").asBoolean()).as(bad.toString()).isTrue();
        assertThat(bad.at("/verdict/capacity").asInt()).isZero();
        assertThat(bad.at("/verdict/limitedBy").asString()).isEqualTo(METRIC);
        assertThat(value(bad)).isBetween(0.1, LIMIT);
        // The responses themselves are good: only the picture is not.
        assertThat(bad.at("/loadPoints/0/groups/A/p95Ms").asDouble()).isBetween(1.0, 5000.0);
        assertThat(new Results(folder.resolve("starved")).html()).contains(METRIC, "JPEG quality 0");
        assertThat(Files.readString(folder.resolve("starved/junit.xml"))).contains("<failure", METRIC);
        ConsistentResults.check(new Results(folder.resolve("lossless")));
        ConsistentResults.check(new Results(folder.resolve("starved")));
        assertSamples(folder.resolve("starved/samples.csv"), bad);
        try (Stream<Path> evidence = Files.list(folder.resolve("starved/evidence"))) {
            assertThat(evidence.filter(file -> file.toString().endsWith("-strip.png")))
                    .hasSizeGreaterThan(3);
        }

        try (Program compare = Program.start(
                folder,
                Map.of(),
                "compare",
                folder.resolve("lossless").toString(),
                folder.resolve("starved").toString())) {
            Program.Ended compared = compare.await(Duration.ofMinutes(1));
            assertThat(compared.exitCode()).as(compared.printed()).isZero();
            assertThat(compared.printed())
                    .contains("Capacity: 1 session → 0 sessions")
                    .contains("Variation between runs: not known: one run a side")
                    .contains("setting (Desktops)", "JPEG quality 0")
                    .containsPattern(METRIC + " +p5 .* not decided ");
        }
    }

    /** What somebody does while a run goes on. */
    private interface Spectator {
        void watch(Program run) throws Exception;
    }

    /** The live page shows the metric beside its limit before any verdict, and then what limited the load point. */
    private void watchLive(Program run) throws Exception {
        MatchResult printed =
                run.awaitPrinted("Web pages: (http://[^/]+)(/runs/\\S+) \\(log in: ", Duration.ofMinutes(1));
        String link = DataFolder.below(folder).loginLink(printed.group(1), printed.group(2));
        By figure = By.cssSelector("[data-figure='p5 " + METRIC + "']");
        try (Browser browser = Browser.start(folder, 1280, 1000)) {
            browser.open(link);
            browser.await(
                    "a warning at the metric",
                    Duration.ofMinutes(2),
                    () -> browser.find(figure).getText().contains("at least " + LIMIT)
                            && !browser.find(figure)
                                    .findElements(By.cssSelector("[aria-label*='Warning']"))
                                    .isEmpty());
            browser.picture(Path.of("target", "metric-limit", "live.png"));
            browser.await(
                    "what limited the load point",
                    Duration.ofMinutes(2),
                    () -> browser.has(By.xpath("//td[contains(normalize-space(.), '" + METRIC + "')]")));
            browser.picture(Path.of("target", "metric-limit", "judged.png"));
        }
    }

    private Program.Ended run(String name, String picture, Spectator spectator) throws Exception {
        String profile = """
                id: %s
                workloads:
                  workloads: [office/calc]
                  iterations: 2
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 500ms, spread: 50%%}
                target: {local: {desktop: 1280x800%s}}
                load: {steps: {sessions: [1]}}
                thresholds: {A: 20s, B: 60s}
                limits: {%s: %s}
                expect: {capacity: ">= 1"}
                validity: {harnessCpu: 90%%, lag: 5s, pacing: 100%%}
                evidence: all
                """.formatted(name, picture, METRIC, LIMIT);
        try (RunCommand run = RunCommand.start(folder, name, profile)) {
            spectator.watch(run.program());
            return run.program().await(Duration.ofMinutes(4));
        }
    }

    private static double value(JsonNode report) {
        for (JsonNode criterion : report.at("/loadPoints/0/criteria")) {
            if (criterion.at("/criterion").asString().equals(METRIC)) {
                return criterion.at("/value").asDouble();
            }
        }
        throw new AssertionError("no criterion " + METRIC + " in " + report.at("/loadPoints"));
    }

    /** The judged value is that of the rows that anybody can compute it from. */
    private static void assertSamples(Path csv, JsonNode report) throws Exception {
        List<String> lines = Files.readAllLines(csv);
        List<String> columns = List.of(lines.get(0).split(",", -1));
        double[] values = lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .filter(cells -> cells[columns.indexOf("metric")].equals(METRIC))
                .filter(cells -> cells[columns.indexOf("steady")].equals("true"))
                .filter(cells -> !cells[columns.indexOf("value")].isEmpty())
                .mapToDouble(cells -> Double.parseDouble(cells[columns.indexOf("value")]))
                .sorted()
                .toArray();
        assertThat(values).hasSizeGreaterThan(8);
        // Nearest rank; report.json has six decimals.
        assertThat(value(report)).isCloseTo(values[(int) Math.ceil(values.length * 0.05) - 1], within(1e-6));
    }
}
