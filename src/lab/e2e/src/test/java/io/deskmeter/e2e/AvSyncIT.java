package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/**
 * A real player in a session shows the clip and plays its sound: what is measured of both comes to the report, second
 * by second.
 */
@Isolated
class AvSyncIT {
    private static final int SECONDS = 20;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void soundAndPictureOfALocalDesktopAreComparedInEachSecond() throws Exception {
        Results results = RunCommand.succeed(folder, """
                id: av
                workloads:
                  workloads: [av/sync]
                  iterations: 1
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 500ms, spread: 50%}
                target: {local: {desktop: 1280x800}}
                load: {fixed: {sessions: 1}}
                thresholds: {A: 20s, B: 60s}
                limits: {av-skew: 50%, sound-dropout: 50}
                evidence: all
                expect: {capacity: ">= 1"}
                validity: {harnessCpu: 100%, lag: 5s, pacing: 100%}
                """, Duration.ofMinutes(4));
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

        JsonNode report = results.report();
        assertThat(report.at("/verdict/valid").asBoolean())
                .as(report.toString())
                .isTrue();
        List<String> criteria = new ArrayList<>();
        report.at("/loadPoints/0/criteria")
                .forEach(criterion -> criteria.add(criterion.at("/criterion").asString()));
        assertThat(criteria).contains("av-skew", "sound-dropout");
        assertThat(Files.readString(folder.resolve("out/report.html")))
                .contains("How much earlier than its picture sound is heard, session 0", "ITU-R BT.1359-1");
        theWorstSecondCanBeHeardAndSeen();
    }

    private void theWorstSecondCanBeHeardAndSeen() throws Exception {
        Path evidence = folder.resolve("out/evidence");
        try (Stream<Path> files = Files.list(evidence)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as("files of the worst second")
                    .filteredOn(name -> name.contains("-worst-"))
                    .hasSize(3)
                    .anySatisfy(name -> assertThat(name).endsWith("-play-ok-worst-sound.wav"))
                    .anySatisfy(name -> assertThat(name).endsWith("-play-ok-worst-sound.png"))
                    .anySatisfy(name -> assertThat(name).endsWith("-play-ok-worst-strip.png"));
        }
        try (Stream<Path> sounds =
                Files.list(evidence).filter(file -> file.toString().endsWith(".wav"))) {
            byte[] sound = Files.readAllBytes(sounds.findFirst().orElseThrow());
            assertThat(sound.length).as("bytes of at most three seconds").isBetween(96_000, 3 * 96_000 + 44);
            int loudest = 0;
            for (int i = 45; i < sound.length; i += 2) {
                loudest = Math.max(loudest, Math.abs(sound[i]));
            }
            assertThat(loudest).as("loudest sample, in 1/128").isGreaterThan(5);
        }
        assertThat(Files.readString(evidence.resolve("index.html")))
                .containsPattern("<audio controls=\"controls\" preload=\"none\" src=\"s000-[^\"]+-worst-sound.wav\">")
                .contains("av-skew: ");
    }
}
