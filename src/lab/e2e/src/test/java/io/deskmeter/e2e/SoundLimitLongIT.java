package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * The included profile {@code av} on this machine: video players take the processors until people hear or see it, while
 * responses are still fast. Pictures of the report and of the evidence are kept in {@code target/sound-limit}: look at
 * them.
 */
@Isolated
class SoundLimitLongIT {
    private static final Logger LOG = LoggerFactory.getLogger(SoundLimitLongIT.class);
    private static final Duration END = Duration.ofMinutes(40);
    private static final Set<String> METRICS = Set.of("av-skew", "sound-dropout", "video-freeze", "video-frames");
    private static final Path PROFILE = Program.HOME.resolve("workloads/run-profiles/av.yaml");

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void soundOrSmoothnessLimitsTheCapacityBeforeResponsesDo() throws Exception {
        Path out = folder.resolve("out");
        try (ControllerProgram controller = ControllerProgram.start(folder);
                Program agent = controller.connectAgent();
                Program run = controller.run(PROFILE, out)) {
            Program.Ended ended = run.await(END);
            assertThat(ended.exitCode()).as(ended.printed() + agent.printed()).isZero();
            LOG.info("{}", ended.printed());
        }
        Results results = new Results(out);
        JsonNode report = results.report();
        JsonNode verdict = report.at("/verdict");
        assertThat(verdict.at("/valid").asBoolean()).as(verdict.toString()).isTrue();
        String limitedBy = verdict.at("/limitedBy").asString();
        assertThat(limitedBy).as(verdict.toString()).isIn(METRICS);
        assertThat(verdict.at("/sentence").asString()).contains(limitedBy);
        assertThat(report.at("/loadPoints")).hasSizeGreaterThan(1);
        assertThat(results.html()).contains(limitedBy);
        try (Stream<Path> evidence = Files.list(out.resolve("evidence"))) {
            List<String> names =
                    evidence.map(file -> file.getFileName().toString()).toList();
            assertThat(names).as("the sound of bad seconds").anyMatch(name -> name.endsWith(".wav"));
        }
        ReportPictures.keep(folder, out, Path.of("target", "sound-limit"));
    }
}
