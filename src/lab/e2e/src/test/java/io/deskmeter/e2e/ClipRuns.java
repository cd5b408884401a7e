package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A controller and a client agent, for runs of one session that plays the clip once. */
final class ClipRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClipRuns.class);
    private static final Duration END = Duration.ofMinutes(4);
    private static final int SECONDS = 20;
    /** Below the upper edge of the highest third octave in which the clip has notes. */
    private static final double WHOLE_BANDWIDTH = 17_000;
    /** Its coding leaves that third octave in half of the clip's seconds only. */
    private static final double WHOLE_SHARE = 1 / 3.0;

    private final Path folder;
    private final ControllerProgram controller;
    private final Program agent;

    private ClipRuns(Path folder, ControllerProgram controller, Program agent) {
        this.folder = folder;
        this.controller = controller;
        this.agent = agent;
    }

    static ClipRuns start(Path folder) throws IOException {
        ControllerProgram controller = ControllerProgram.start(folder);
        return new ClipRuns(folder, controller, controller.connectAgent());
    }

    ControllerProgram controller() {
        return controller;
    }

    /** The file with the secret of desktop agents. */
    String desktopToken() {
        return controller.data().token(TokenRole.DESKTOP);
    }

    /**
     * A session plays the clip once, and the run is valid; the samples. Prints the figures.
     *
     * @param way for display
     * @param target as YAML
     * @param options of the command
     */
    MetricRows play(String way, String mode, String target, String... options) throws Exception {
        Path profile = Files.writeString(folder.resolve("profile.yaml"), """
                id: av-ways
                workloads:
                  workloads: [av/sync]
                  iterations: 1
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 500ms, spread: 50%%}
                mode: %s
                target: %s
                load: {fixed: {sessions: 1}}
                thresholds: {A: 20s, B: 60s}
                evidence: all
                validity: {harnessCpu: 100%%, lag: 10s, pacing: 100%%}
                logonInterval: 1s
                """.formatted(mode, target));
        Path out = Files.createTempDirectory(folder, "out-");
        Program.Ended ended;
        try (Program run = controller.run(profile, out, options)) {
            ended = run.await(END);
        }
        assertThat(ended.exitCode()).as(ended.printed() + agent.printed()).isZero();
        MetricRows rows = MetricRows.read(out.resolve("samples.csv"));
        LOG.info("{}: {}", way, figures(rows));
        Results results = new Results(out);
        assertThat(results.report().at("/verdict/valid").asBoolean()).isTrue();
        assertThat(results.timings())
                .as("all operations, whatever became of the sound")
                .isNotEmpty()
                .allSatisfy(timing -> assertThat(timing.get("outcome")).isEqualTo("ok"));
        return rows;
    }

    private static String figures(MetricRows rows) {
        StringBuilder words = new StringBuilder();
        for (String metric : List.of("sound-start", "av-skew", "sound-dropout", "sound-bandwidth", "video-frames")) {
            List<MetricRows.Row> all = rows.of(metric);
            long known = all.stream().filter(MetricRows.Row::isKnown).count();
            words.append(String.format(
                    Locale.ROOT,
                    "%s %s (%d of %d known), ",
                    metric,
                    known == 0 ? "unknown" : Double.toString(rows.median(metric)),
                    known,
                    all.size()));
        }
        return words + "unknown because of "
                + rows.unknown().stream()
                        .map(MetricRows.Row::unknown)
                        .distinct()
                        .toList();
    }

    /**
     * The clip was heard, and as it should be.
     *
     * @param unknown seconds at most whose skew may be unknown
     */
    static void isHeard(MetricRows rows, double leastSkew, double mostSkew, int unknown) {
        List<MetricRows.Row> skews = rows.of("av-skew");
        // The operation ends with the frame of that second: some milliseconds early where the first frame was shown
        // before, and then the last second is not whole.
        assertThat(skews).hasSizeBetween(SECONDS - 1, SECONDS + 2);
        assertThat(skews).filteredOn(row -> !row.isKnown()).as("unknown skews").hasSizeLessThanOrEqualTo(unknown);
        assertThat(rows.median("av-skew")).as("skew, ms").isBetween(leastSkew, mostSkew);
        assertThat(rows.median("sound-dropout")).as("lost sound, percent").isLessThan(1);
        assertThat(rows.of("sound-bandwidth"))
                .filteredOn(row -> row.isKnown() && Double.parseDouble(row.value()) > WHOLE_BANDWIDTH)
                .as("seconds of whole bandwidth")
                .hasSizeGreaterThan((int) (WHOLE_SHARE * SECONDS));
        assertThat(rows.median("video-frames")).as("shown frames, percent").isGreaterThan(50);
    }

    @Override
    public void close() throws InterruptedException {
        agent.close();
        controller.close();
    }
}
