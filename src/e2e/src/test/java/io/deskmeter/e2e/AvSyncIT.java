package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** A real player in a session shows the clip and plays its sound: what is measured of both comes to the report, second by second. */
@ResourceLock(ConcurrentTests.DESKTOPS)
class AvSyncIT {
    private static final int SECONDS = 20;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void soundAndPictureOfALocalDesktopAreComparedInEachSecond() throws Exception {
        Path profile = folder.resolve("av.yaml");
        Files.writeString(profile, """
                id: av
                workloads:
                  workloads: [av/sync]
                  iterations: 1
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 500ms, spread: 50%}
                target: {local: {desktop: 1280x800}}
                load: {fixed: {sessions: 1}}
                thresholds: {A: 10s, B: 30s}
                limits: {av-skew: 50%, sound-dropout: 50}
                expect: {capacity: ">= 1"}
                validity: {harnessCpu: 100%, lag: 5s, pacing: 100%}
                """);
        try (Program run = Program.start(
                folder,
                Map.of("HOME", folder.toString()),
                "run",
                profile.toString(),
                "--out",
                folder.resolve("out").toString(),
                "--data",
                folder + "/data")) {
            Program.Ended ended = run.await(Duration.ofMinutes(4));
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
        }
        MetricRows rows = MetricRows.read(folder.resolve("out/samples.csv"));
        for (String metric : List.of("av-skew", "sound-dropout", "video-freeze", "video-frames")) {
            List<MetricRows.Row> ofMetric = rows.of(metric);
            assertThat(ofMetric).as(metric).hasSizeBetween(SECONDS, SECONDS + 2);
            assertThat(ofMetric)
                    .as("%s: all but a second are known: %s", metric, ofMetric)
                    .filteredOn(row -> !row.isKnown())
                    .hasSizeLessThanOrEqualTo(1);
        }
        double skew = rows.median("av-skew");
        assertThat(skew).as("the player's own skew, ms").isBetween(-150.0, 90.0);
        assertThat(rows.median("sound-dropout")).as("lost sound, percent").isLessThan(1);
        assertThat(rows.median("video-frames")).as("shown frames, percent").isGreaterThan(50);
        assertThat(rows.median("sound-start")).as("start of the sound, ms").isBetween(1.0, 3_000.0);
        assertThat(rows.median("video-start")).as("start of the video, ms").isBetween(1.0, 3_000.0);

        JsonNode report = new Results(folder.resolve("out")).report();
        assertThat(report.at("/verdict/valid").asBoolean())
                .as(report.toString())
                .isTrue();
        List<String> criteria = new ArrayList<>();
        report.at("/loadPoints/0/criteria")
                .forEach(criterion -> criteria.add(criterion.at("/criterion").asString()));
        assertThat(criteria).contains("av-skew", "sound-dropout");
    }
}
