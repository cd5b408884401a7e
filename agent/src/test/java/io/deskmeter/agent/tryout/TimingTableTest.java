package io.deskmeter.agent.tryout;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the author of a workload reads during a trial and after it. */
class TimingTableTest {
    private static final long MILLI = 1_000_000;

    private final StringWriter printed = new StringWriter();
    private final TimingTable table = new TimingTable(new PrintWriter(printed), new TrialNotes(List.of(workload())));
    private long sequence;

    private static Workload workload() {
        return new Workload(
                "office/sample",
                "Sample",
                "",
                new Application(Map.of("linux", List.of("x"))),
                List.of(operation("open", Group.B, 60), operation("browse", Group.A, 1), gesture()),
                Path.of("/nowhere"),
                "");
    }

    private static Operation operation(String id, Group group, int within) {
        Until until = new Until(new Condition.Appears("landmarks/title.png"), Duration.ofSeconds(within));
        return new Operation(id, group, List.of(new Occurrence(List.of(), List.of(new Step.Launch()), until)));
    }

    private static Operation gesture() {
        Step drag = new Step.SpiralDrag("landmarks/title.png", 60, 240, Duration.ofSeconds(5));
        Until until = new Until(
                new Condition.Settles(new Region.Band(Region.Edge.TOP, 20), 1, Duration.ofSeconds(1)),
                Duration.ofSeconds(60));
        return new Operation("drag", Group.C, List.of(new Occurrence(List.of(), List.of(drag), until)));
    }

    private void timed(String operation, Outcome outcome, long response, long resolution, String detail) {
        boolean ok = outcome == Outcome.OK;
        long fired = 5_000 * MILLI;
        table.timed(Timing.builder(
                        "office/sample",
                        operation,
                        operation.equals("open") ? Group.B : operation.equals("drag") ? Group.C : Group.A,
                        outcome)
                .sequence(++sequence)
                .intendedAt(fired)
                .firedAt(fired)
                .lastWithoutAt(ok ? fired + (response - resolution) * MILLI : Timing.NEVER)
                .shownAt(ok ? fired + response * MILLI : Timing.NEVER)
                .detail(detail)
                .build());
    }

    private List<String> lines() {
        table.finish(new LookAlikeNotes());
        return printed.toString().lines().toList();
    }

    @Test
    void repetitionsThatAreSkippedTakeOneLine() {
        timed("open", Outcome.TIMEOUT, 0, 0, "until: not seen");
        for (int i = 0; i < 40; i++) {
            timed("browse", Outcome.SKIPPED, 0, 0, "skipped: open before it failed");
        }
        timed("close", Outcome.SKIPPED, 0, 0, "skipped: open before it failed");
        List<String> lines = lines();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1))
                .startsWith("2-41 ")
                .contains(" browse ", " skipped ")
                .endsWith("40 repetitions; skipped: open before it failed");
        assertThat(lines.get(2)).startsWith("42 ").contains(" close ").endsWith("  skipped: open before it failed");
        assertThat(table.allOk()).isFalse();
    }

    @Test
    void aTrialWithQuickAndFineAnswersHasNoNotes() {
        timed("open", Outcome.OK, 3_000, 20, "");
        timed("browse", Outcome.OK, 90, 90, "");
        assertThat(lines()).hasSize(2).noneMatch(line -> line.startsWith("--"));
        assertThat(table.allOk()).isTrue();
    }

    @Test
    void slowWaitsAreTold() {
        timed("open", Outcome.OK, 7_000, 20, "");
        timed("open", Outcome.OK, 9_500, 20, "");
        timed("browse", Outcome.OK, 600, 20, "");
        assertThat(lines())
                .contains("-- slow to find: office/sample/open, 9.5 s in seq 2 (the worst of 2): more than the usual"
                        + " threshold of group B, 6 s, with one user")
                .contains(
                        "-- slow to find: office/sample/browse, 0.6 s in seq 3: more than half of its `within` of 1 s;"
                                + " under load it would be a timeout");
    }

    @Test
    void wideResolutionsAreToldWithTheReason() {
        timed("open", Outcome.OK, 2_000, 2_000, "");
        timed("browse", Outcome.OK, 400, 150, "");
        assertThat(lines())
                .contains("-- wide resolution: office/sample/open, 2000 ms of a response of 2000 ms in seq 1: between"
                        + " the input and the answer no frame came and no probe was answered; the application was"
                        + " busy, or painted all at once")
                .anyMatch(line ->
                        line.startsWith("-- wide resolution: office/sample/browse, 150 ms of a response of 400 ms"
                                + " in seq 2: for so long before the answer no frame came"));
    }

    @Test
    void theEndOfAGestureNeedsNoResolution() {
        timed("drag", Outcome.OK, 6_200, 900, "");
        assertThat(lines()).hasSize(1).noneMatch(line -> line.startsWith("--"));
    }

    @Test
    void theSamplesOfAGestureTakeOneLineForEachMetric() {
        timed("drag", Outcome.OK, 6_200, 900, "");
        for (int move = 1; move <= 20; move++) {
            sampled("drag-lag", 1, move, "");
        }
        sampled("drag-lag", 1, Double.NaN, "no frame showed it");
        sampled("drag-moves", 1, 97.5, "");
        sampled("drag-lag", 2, Double.NaN, "the agent was late");
        sampled("drag-lag", 2, Double.NaN, "the agent was late");
        sampled("drag-moves", 2, Double.NaN, "the agent was late");

        assertThat(lines().subList(1, 5))
                .containsExactly(
                        "-- drag-lag of 1: p50 10.00, p95 19.00 of 20 samples; 1 unknown, no frame showed it",
                        "-- drag-moves of 1: 97.50",
                        "-- drag-lag of 2: 2 unknown, the agent was late",
                        "-- drag-moves of 2: unknown, the agent was late");
    }

    private void sampled(String metric, long timing, double value, String unknown) {
        table.sampled(Sample.builder(metric)
                .sequence(++sequence)
                .operation("office/sample", "drag")
                .timing(timing)
                .during(0, MILLI)
                .value(value, Double.isNaN(value) ? Double.NaN : 0)
                .unknown(unknown)
                .build());
    }

    @Test
    void aKnownReasonIsTheReason() {
        timed("open", Outcome.OK, 300, 300, "answered before the last input was sent");
        assertThat(lines())
                .anyMatch(line -> line.startsWith("-- wide resolution")
                        && line.endsWith("in seq 1: answered before the last input was sent"));
    }
}
