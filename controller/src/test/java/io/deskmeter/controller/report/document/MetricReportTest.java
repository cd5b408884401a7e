package io.deskmeter.controller.report.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.controller.point.CriterionFigures;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.Points;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.chart.BandSamples;
import io.deskmeter.controller.report.compare.RunComparison;
import io.deskmeter.controller.report.export.JUnitXml;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What reports say of metrics: kept, broken, or too little known. */
class MetricReportTest {
    private static final Instant START = Instant.parse("2026-03-14T09:26:53Z");
    private static final String OPERATION = "office/calc/compute";
    private static final MetricPlan PLAN = new MetricPlan(
            List.of(MetricSource.PICTURE_SIMILARITY.metric()),
            List.of(new SampledOperation("office/calc", "compute", "picture-similarity")));

    /** A load point of one session with twenty operations, of which some have no sample. */
    private static LoadPointSummary point(double value, int unknown, int failed, double limit) {
        List<Timing> timings = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            boolean ok = i > failed;
            timings.add(Timing.builder("office/calc", "compute", Group.A, ok ? Outcome.OK : Outcome.TIMEOUT)
                    .sequence(i)
                    .wallFiredAt(START)
                    .intendedAt(0)
                    .firedAt(0)
                    .lastWithoutAt(ok ? 1 : Timing.NEVER)
                    .shownAt(ok ? 2 : Timing.NEVER)
                    .build());
            if (ok) {
                boolean known = i > failed + unknown;
                samples.add(Sample.builder("picture-similarity")
                        .sequence(i)
                        .operation("office/calc", "compute")
                        .timing(i)
                        .during(0, 1)
                        .value(known ? value : Double.NaN, known ? 0 : Double.NaN)
                        .unknown(known ? "" : "it had not come to rest")
                        .build());
            }
        }
        return Judge.judge(
                new PointTimings(1, Set.of(), timings, List.of()),
                new PointSamples(PLAN, samples),
                Thresholds.DEFAULT,
                Map.of("picture-similarity", limit),
                7);
    }

    private static RunReport report(LoadPointSummary summary, double limit) {
        RunReport whole = new io.deskmeter.controller.report.Sample(3, "office/writer").report(List.of());
        return new RunReport(
                whole.run(),
                whole.verdict(),
                whole.thresholds(),
                whole.configuration(),
                List.of(LoadPoint.of(Points.judged(summary, START))),
                summary.operations(),
                whole.stages(),
                whole.evidence(),
                whole.agents(),
                whole.environment(),
                whole.expectations(),
                whole.validity(),
                List.of(),
                whole.setup(),
                List.of(new MetricInfo(
                        "picture-similarity",
                        "Similarity of the picture",
                        "1",
                        "higher",
                        "p5",
                        "picture-similarity",
                        limit,
                        List.of(OPERATION),
                        List.of(),
                        false)),
                null);
    }

    private static String junit(RunReport report) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JUnitXml.write(report, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String html(RunReport report) throws IOException {
        StringWriter writer = new StringWriter();
        HtmlReport.write(report, List.of(), BandSamples.NONE, writer);
        return writer.toString();
    }

    @Test
    void aLimitThatIsKeptIsACaseThatPasses() throws IOException {
        RunReport report = report(point(0.98765, 0, 0, 0.95), 0.95);
        assertThat(junit(report))
                .containsPattern(
                        "name=\"p5 of picture-similarity (>|&gt;)= 0.95\" time=\"0\"><system-out>0.98765 at 1 session");
        assertThat(html(report)).contains("Limit: p5 of picture-similarity at least 0.95.", ">0.9877<");
    }

    @Test
    void aLimitThatIsBrokenIsAFailureWithTheValue() throws IOException {
        RunReport report = report(point(0.9, 0, 0, 0.95), 0.95);
        assertThat(junit(report)).contains("<failure message=\"0.9 at 1 session\" type=\"limit\">");
        assertThat(html(report)).contains("class=\"beyond\">0.9<");
    }

    /** A loss never makes a result better. */
    @Test
    void failedOperationsCountAsWorst() throws IOException {
        LoadPointSummary summary = point(0.98, 0, 2, 0.95);
        RunReport report = report(summary, 0.95);
        assertThat(junit(report)).contains("<failure message=\"too many failed at 1 session\" type=\"limit\">");
        assertThat(html(report)).contains(">−∞<", "20 (2)").doesNotContain("NaN", "Infinity");
    }

    @Test
    void aMetricOfWhichTooLittleIsKnownIsAnErrorWithTheReason() throws IOException {
        RunReport report = report(point(0.98, 2, 0, 0.95), 0.95);
        assertThat(junit(report))
                .contains(
                        "<error message=\"2 of 20 samples of picture-similarity unknown (10 %), mostly since it had not come to"
                                + " rest: with them at their worst the limit is broken, with them at their best it is kept at 1"
                                + " session\"");
        assertThat(html(report)).contains("mostly since it had not come to rest");
    }

    /** One failed operation of twenty: the interval of a p5 reaches down without an end. */
    @Test
    void anIntervalThatReachesDownWithoutAnEndComesBackFromJson() {
        LoadPointSummary summary = point(0.98, 0, 1, 0.95);
        double low = summary.criteria().get(2).interval().low();
        assertThat(low).isEqualTo(Double.NEGATIVE_INFINITY);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportJson.write(report(summary, 0.95), out);
        RunReport read = ReportJson.read(new ByteArrayInputStream(out.toByteArray()));
        assertThat(read.loadPoints().get(0).criteria().get(2).interval())
                .isEqualTo(summary.criteria().get(2).interval());
    }

    @Test
    void criteriaAndMetricsComeBackFromJson() {
        RunReport report = report(point(0.9876543, 1, 0, 0.9995), 0.9995);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportJson.write(report, out);
        RunReport read = ReportJson.read(new ByteArrayInputStream(out.toByteArray()));
        CriterionFigures criterion = read.loadPoints().get(0).criteria().get(2);
        assertThat(criterion.criterion()).isEqualTo("picture-similarity");
        assertThat(criterion.limit()).as("not rounded to 1").isEqualTo(0.9995);
        assertThat(criterion.value()).isEqualTo(0.987654);
        assertThat(criterion.unknown()).isEqualTo(1);
        assertThat(read.metrics()).isEqualTo(report.metrics());
        assertThat(read.loadPoints().get(0).metrics().get(0).count()).isEqualTo(19);
    }

    @Test
    void metricsThatTwoRunsHaveInCommonAreCompared() {
        RunReport before = report(point(0.98, 0, 0, 0.95), 0.95);
        RunReport after = report(point(0.98, 0, 0, 0.95), 0.95);
        String operation = before.metrics().get(0).operations().get(0);
        List<List<RunComparison.Side>> sides = new ArrayList<>();
        for (double similarity : new double[] {0.98, 0.61}) {
            List<RunComparison.Side> runs = new ArrayList<>();
            for (int run = 0; run < 2; run++) {
                double value = similarity - run * 0.001;
                runs.add(new RunComparison.Side(
                        named(similarity < 0.9 ? after : before, similarity + "-" + run),
                        points -> List.of(
                                new Response(0, operation, Group.A, 100), new Response(0, operation, Group.A, 100)),
                        points -> List.of(),
                        points -> List.of(
                                new MetricValue(0, operation, "picture-similarity", 1, value),
                                new MetricValue(0, operation, "picture-similarity", 2, value - 0.01)),
                        Double.NaN));
            }
            sides.add(runs);
        }
        RunComparison comparison = RunComparison.of(
                new RunComparison.Question(sides.get(0), List.of(sides.get(1)), List.of()), OptionalInt.of(1));
        assertThat(comparison.runs().get(0).metrics()).singleElement().satisfies(metric -> {
            assertThat(metric.baseline()).isCloseTo(0.9695, within(1e-9));
            assertThat(metric.other()).isCloseTo(0.5995, within(1e-9));
            assertThat(metric.surelyWorse()).isTrue();
            assertThat(metric.worse()).isGreaterThan(0.95);
            assertThat(metric.unknown()).isZero();
        });
    }

    private static RunReport named(RunReport report, String id) {
        RunReport.Run run = report.run();
        return new RunReport(
                new RunReport.Run(
                        id, run.profile(), run.title(), run.mode(), run.seed(), run.startedAt(), run.endedAt()),
                report.verdict(),
                report.thresholds(),
                report.configuration(),
                report.loadPoints(),
                report.operations(),
                report.stages(),
                report.evidence(),
                report.agents(),
                report.environment(),
                report.expectations(),
                report.validity(),
                report.sessions(),
                report.setup(),
                report.metrics(),
                report.calibration());
    }
}
