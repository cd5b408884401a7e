package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.testkit.truth.Relay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * A real session drags and scrolls in the probe program: what is measured comes to the report, and a delayed display is
 * measured as one.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class UeIT {
    private static final int MOVES = 300;
    private static final int STEPS = 60;
    private static final Duration DELAY = Duration.ofMillis(50);

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void dragAndScrollOfALocalDesktopAreMeasured() throws Exception {
        Results results = RunCommand.succeed(folder, """
                id: ue
                workloads:
                  workloads: [ue/drag, ue/scroll]
                  iterations: 1
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 200ms, spread: 50%}
                target: {local: {desktop: 1280x800}}
                load: {fixed: {sessions: 1}}
                thresholds: {A: 20s, B: 60s}
                limits: {drag-lag: 2s, drag-moves: 1, scroll-lag: 2s}
                expect: {capacity: ">= 1"}
                validity: {harnessCpu: 100%, lag: 5s, pacing: 100%}
                """, Duration.ofMinutes(4));
        MetricRows rows = MetricRows.read(folder.resolve("out/samples.csv"));
        assertThat(rows.of("drag-lag")).hasSize(MOVES);
        assertThat(rows.of("scroll-lag")).hasSize(STEPS);
        assertThat(rows.unknown()).as("all but a few are known").hasSizeLessThanOrEqualTo(MOVES / 20);
        assertThat(rows.median("drag-lag")).as("lag of a drag, ms").isBetween(0.2, 150.0);
        assertThat(rows.median("scroll-lag")).as("lag of scrolling, ms").isBetween(0.2, 150.0);
        assertThat(rows.median("drag-moves"))
                .as("moves that were seen, percent")
                .isBetween(20.0, 100.0);
        assertThat(rows.median("scroll-steps"))
                .as("steps that were seen, percent")
                .isGreaterThan(80);
        assertThat(rows.median("drag-error"))
                .as("distance from the pointer, px")
                .isBetween(1.0, 60.0);
        assertThat(rows.median("drag-final-error")).as("after the release, px").isLessThan(2);
        assertThat(rows.median("scroll-final-error"))
                .as("after the last step, px")
                .isLessThan(2);
        assertThat(rows.median("probe-paint")).as("the probe's own time, ms").isBetween(0.01, 500.0);

        JsonNode report = results.report();
        assertThat(report.at("/verdict/valid").asBoolean())
                .as(report.toString())
                .isTrue();
        List<String> criteria = new ArrayList<>();
        report.at("/loadPoints/0/criteria")
                .forEach(criterion -> criteria.add(criterion.at("/criterion").asString()));
        assertThat(criteria).contains("drag-lag", "scroll-lag", "drag-moves");
    }

    /** Both at the same time, so that what else the machine does is the same. */
    @Test
    void aDisplayThatIsDelayedMovesTheLagByThat() throws Exception {
        try (GestureSessions sessions = GestureSessions.open(folder.resolve("agent"))) {
            var direct = sessions.drag(new Relay.Shape(0, 0, 0));
            // Input and picture both take half of it.
            var delayed = sessions.drag(new Relay.Shape(DELAY.toNanos() / 2, 0, 0));
            double without = GestureSessions.medianLag(direct);
            double with = GestureSessions.medianLag(delayed);

            assertThat(with - without)
                    .as("median lag: %.1f ms, behind the relay %.1f ms", without, with)
                    .isCloseTo((double) DELAY.toMillis(), within(15.0));
        }
    }
}
