package io.deskmeter.controller.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.point.PointResources;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.validity.PacingStatistics;
import io.deskmeter.measure.validity.PointSessions;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final Instant START = Instant.parse("2026-03-14T09:26:53Z");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ProgressLine line =
            new ProgressLine(new PrintStream(out, true, StandardCharsets.UTF_8), true, () -> 0);

    private static LoadPointSummary passed() {
        Timing timing = Timing.builder("office/calc", "compute", Group.A, Outcome.OK)
                .sequence(1)
                .wallFiredAt(START)
                .intendedAt(0)
                .firedAt(0)
                .lastWithoutAt(1)
                .shownAt(200_000_000)
                .build();
        return Judge.judge(1, Set.of(), List.of(timing), Thresholds.DEFAULT, 7);
    }

    private static LoadPoint point(LoadPointSummary summary) {
        PointRecord record = new PointRecord(
                0,
                1,
                false,
                START,
                START,
                START,
                0,
                new PointResources(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null),
                Map.of(),
                List.of(),
                PointSessions.all(1),
                List.of(),
                summary.failure(),
                "",
                "",
                Map.of(),
                Map.of());
        return LoadPoint.of(new JudgedPoint(record, summary, PacingStatistics.of(List.of(), Map.of())));
    }

    private static RunSnapshot snapshot(LoadPointSummary summary) {
        return new RunSnapshot(
                "r",
                "A run",
                "run",
                "fixed",
                1,
                List.of(),
                "ramping down",
                "Ramping down",
                false,
                List.of(),
                START,
                null,
                new RunSnapshot.StageView(START, 1, 1, 0, 1, "stopped", null, ""),
                List.of(),
                RunCounts.NONE,
                List.of(),
                List.of(),
                List.of(point(summary)),
                null,
                null,
                List.of());
    }

    /** Otherwise the last that is told of it is that it passed. */
    @Test
    void aLoadPointThatIsJudgedAgainIsToldAgain() {
        LoadPointSummary passed = passed();
        line.show(snapshot(passed));
        line.show(snapshot(passed));
        line.show(
                snapshot(passed.failed(new PointFailure(PointFailure.Kind.SESSIONS_LOST, "1 of 1 session was lost"))));
        assertThat(out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .map(String::strip)
                        .filter(text -> text.contains("1 session: pass") || text.contains("again")))
                .satisfiesExactly(
                        first -> assertThat(first).contains("1 session: pass"),
                        second -> assertThat(second).contains("1 session judged again: fail"));
    }
}
