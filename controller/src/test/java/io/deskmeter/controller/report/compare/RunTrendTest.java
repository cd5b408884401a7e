package io.deskmeter.controller.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.Sample;
import io.deskmeter.controller.report.compare.RunTrend.Ended;
import io.deskmeter.controller.report.compare.RunTrend.TrendRun;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.workload.operation.Group;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RunTrendTest {
    private static final Sample SAMPLE = new Sample(3, "office/writer");

    /** A finished run of a day of November. */
    private static Ended run(int day, Consumer<ObjectNode> edit) {
        return run(day, List.of(), edit);
    }

    private static Ended run(int day, List<String> invalid, Consumer<ObjectNode> edit) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ReportJson.write(SAMPLE.report(invalid), written);
        ObjectNode report = (ObjectNode) JsonMapper.shared().readTree(written.toString(StandardCharsets.UTF_8));
        ObjectNode run = (ObjectNode) report.get("run");
        run.put("id", "r-" + day).put("startedAt", "2026-11-%02dT08:00:00Z".formatted(day));
        edit.accept(report);
        RunReport read =
                ReportJson.read(new ByteArrayInputStream(report.toString().getBytes(StandardCharsets.UTF_8)));
        return new Ended(read, invalid.isEmpty() ? "finished" : "invalid");
    }

    private static void nothing(ObjectNode report) {}

    @Test
    void runsStandInTheOrderOfTheirTimesWithTheFiguresOfOneSize() {
        RunTrend trend = RunTrend.of("demo", List.of(run(3, RunTrendTest::nothing), run(1, RunTrendTest::nothing)));
        assertThat(trend.runs()).extracting(TrendRun::run).containsExactly("r-1", "r-3");
        assertThat(trend.reference()).isEqualTo("r-3");
        assertThat(trend.sessions()).isEqualTo(trend.runs().get(0).capacity());
        assertThat(trend.runs()).allSatisfy(run -> {
            assertThat(run.refusals()).isEmpty();
            assertThat(run.capacityInterval()).isNotNull();
            assertThat(run.groups()).containsKeys(Group.A, Group.B);
            assertThat(run.changes()).isEmpty();
            assertThat(run.expectations()).isNotEmpty();
        });
    }

    @Test
    void whatCannotBeComparedStandsApartAndBreaksNoLine() {
        RunTrend trend = RunTrend.of(
                "demo",
                List.of(
                        run(1, RunTrendTest::nothing),
                        run(2, report -> ((ObjectNode) report.get("setup")).put("thinkMeanMs", 9_000)),
                        run(3, List.of("lag: too late"), RunTrendTest::nothing),
                        run(4, report -> ((ObjectNode) report.get("agents").get(0)).put("version", "0.2.0")),
                        run(5, List.of("lag: too late"), RunTrendTest::nothing)));
        assertThat(trend.reference()).isEqualTo("r-4");
        assertThat(trend.runs().get(1).refusals()).singleElement().asString().startsWith("different think times: ");
        assertThat(trend.runs().get(2).refusals()).singleElement().asString().contains("lag: too late");
        TrendRun latest = trend.runs().get(3);
        assertThat(latest.refusals()).isEmpty();
        // Against the run before it in the line, not against those apart.
        assertThat(latest.changes()).extracting(SetupDifference::fact).containsExactly("agent-version");
        assertThat(latest.versions()).contains("0.2.0");
        assertThat(trend.runs().get(4).changes()).isEmpty();
    }

    @Test
    void aRunWithoutTheSizeSaysSo() {
        Ended without = run(1, report -> report.putArray("loadPoints"));
        RunTrend trend = RunTrend.of("demo", List.of(without, run(2, RunTrendTest::nothing)));
        assertThat(trend.runs().get(0).groups()).isEmpty();
        assertThat(trend.runs().get(0).remarks())
                .anyMatch(remark -> remark.matches("no load point of \\d+ sessions? was measured in full"));
    }

    @Test
    void withoutAValidRunThereIsNoReference() {
        RunTrend trend = RunTrend.of("demo", List.of(run(1, List.of("lag: too late"), RunTrendTest::nothing)));
        assertThat(trend.reference()).isNull();
        assertThat(trend.sessions()).isNull();
        assertThat(trend.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.refusals()).isNotEmpty());
        assertThat(RunTrend.of("demo", List.of()).runs()).isEmpty();
    }
}
