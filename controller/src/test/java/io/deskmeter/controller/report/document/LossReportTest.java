package io.deskmeter.controller.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.Points;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunVerdict;
import io.deskmeter.controller.report.Sample;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.report.chart.BandSamples;
import io.deskmeter.controller.report.chart.PointSample;
import io.deskmeter.controller.report.export.JUnitXml;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What reports say of losses: the platform's fail, Deskmeter's own leave open, and nothing that was planned is missing.
 */
class LossReportTest {
    private static final Instant START = Instant.parse("2026-03-14T09:26:53Z");
    private static final Thresholds THRESHOLDS =
            new Thresholds(Duration.ofSeconds(1), Duration.ofSeconds(6), Optional.of(Duration.ofSeconds(30)));

    private final List<Timing> timings = new ArrayList<>();
    private final List<MissingOperations> missing = new ArrayList<>();
    private final List<Logon> logons = new ArrayList<>();
    private boolean endedEarly;

    private void add(int count, Group group, Outcome outcome) {
        add(count, group, outcome, 200);
    }

    private void add(int count, Group group, Outcome outcome, long millis) {
        for (int i = 0; i < count; i++) {
            boolean ok = outcome == Outcome.OK;
            timings.add(Timing.builder("office/calc", group == Group.A ? "compute" : "open", group, outcome)
                    .sequence(timings.size() + 1L)
                    .iteration(timings.size())
                    .wallFiredAt(START)
                    .intendedAt(0)
                    .firedAt(0)
                    .lastWithoutAt(ok ? 1 : Timing.NEVER)
                    .shownAt(ok ? millis * 1_000_000 : Timing.NEVER)
                    .build());
        }
    }

    private LoadPointSummary judged() {
        return Judge.judge(
                new PointTimings(1, Set.of(), timings, missing, endedEarly, logons),
                new PointSamples(MetricPlan.NONE, List.of()),
                THRESHOLDS,
                Map.of(),
                7);
    }

    private LoadPoint point() {
        LoadPointSummary judged = judged();
        return LoadPoint.of(Points.judged(endedEarly ? judged.endedEarly("it had failed already") : judged, START));
    }

    private LoadPoint notJudged(String why) {
        return LoadPoint.of(Points.judged(judged().notJudged(why), START));
    }

    /** A load point fails by its logons, too: then its mark is a cross although its p95 is within the threshold. */
    @Test
    void aMarkOfTheChartHasTheVerdictOfItsLoadPoint() throws Exception {
        add(40, Group.A, Outcome.OK);
        add(40, Group.B, Outcome.OK);
        LoadPoint passed = point();
        LoadPoint notJudged = notJudged("Deskmeter itself was beyond its bounds");
        logons.add(new Logon(0, Ending.FAILED, Double.NaN));
        LoadPoint failed = point();
        assertThat(passed.verdict()).isEqualTo(Verdict.PASS);
        assertThat(failed.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(failed.figures(Group.A).p95Ms()).isEqualTo(200);

        assertThat(marks(passed)).containsExactly("circle p95 a", "circle p95 b");
        assertThat(marks(failed)).containsExactly("path p95 a cross", "path p95 b cross");
        assertThat(marks(notJudged)).containsExactly("circle p95 a open", "circle p95 b open");
    }

    private static List<String> marks(LoadPoint point) throws Exception {
        return Pattern.compile("<(circle|path) class=\"(p95 [^\"]*)\"")
                .matcher(html(report(point)))
                .results()
                .map(mark -> mark.group(1) + " " + mark.group(2))
                .toList();
    }

    private static RunVerdict ofAValidRun() {
        return new Sample(3, "office/writer").report(List.of()).verdict();
    }

    private static RunReport withVerdict(RunReport report, RunVerdict verdict) {
        return new RunReport(
                report.run(),
                verdict,
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

    private static RunReport report(LoadPoint... points) {
        return report(List.of(), points);
    }

    private static RunReport report(List<OperationSummary> operations, LoadPoint... points) {
        RunReport whole = new Sample(3, "office/writer").report(List.of());
        return new RunReport(
                whole.run(),
                RunVerdict.unknown(List.of()),
                whole.thresholds(),
                whole.configuration(),
                List.of(points),
                operations,
                whole.stages(),
                List.of(),
                whole.agents(),
                whole.environment(),
                List.of(),
                List.of(),
                List.of(),
                whole.setup(),
                List.of(),
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

    /** There was no time for group B; that is no word of what the workloads have. */
    @Test
    void aPointThatWasEndedEarlySaysSoOfAGroupThatItDidNotReach() {
        add(20, Group.A, Outcome.TIMEOUT);
        missing.add(new MissingOperations(0, "office/calc", "open", Group.B, 5));
        endedEarly = true;
        assertThat(junit(report(point())))
                .contains("the load point was ended before any of them at 1 session\" type=\"threshold\">")
                .doesNotContain("the workloads have no operations of this group");
    }

    /** Not only of the load point that decides. */
    @Test
    void everyLoadPointOfWhichTimingsAreMissingIsToldOf() {
        add(100, Group.A, Outcome.OK);
        LoadPoint complete = point();
        missing.add(new MissingOperations(0, "office/calc", "compute", Group.A, 3));
        assertThat(junit(report(point(), complete)))
                .contains("was judged without 3 of its planned operations, which Deskmeter itself spoilt or lost");
        assertThat(junit(report(complete, complete))).doesNotContain("was judged without");
    }

    /** A valid run has it as a remark, so no build fails for it. */
    @Test
    void whatChangesNoVerdictIsTheOutputOfATestThatPasses() {
        add(100, Group.A, Outcome.OK);
        missing.add(new MissingOperations(0, "office/calc", "compute", Group.A, 3));
        RunReport valid = withVerdict(report(point()), ofAValidRun());
        assertThat(junit(valid))
                .contains("name=\"what was not delivered of load point 1 changes no verdict\" time=\"0\">"
                        + "<system-out>the load point of 1 session was judged without 3 of its planned operations");
        RunReport remarked = withVerdict(
                valid, ofAValidRun().remarked(List.of("harness-error: 3 operations spoilt by Deskmeter itself")));
        assertThat(junit(remarked))
                .contains("name=\"the run is valid\" time=\"0\">"
                        + "<system-out>harness-error: 3 operations spoilt by Deskmeter itself</system-out>");
    }

    /** It was repeated in vain. */
    @Test
    void whatLeftAPointOfAnInvalidRunWithoutAVerdictIsAFailure() {
        add(94, Group.A, Outcome.OK);
        missing.add(new MissingOperations(0, "office/calc", "compute", Group.A, 6));
        LoadPoint notJudged = notJudged("6 of 100 operations were spoilt");
        assertThat(junit(withVerdict(report(notJudged), RunVerdict.unknown(List.of("not judged, twice")))))
                .contains("name=\"what was not delivered of load point 1 changes no verdict\" time=\"0\">"
                        + "<failure message=\"the load point of 1 session was not judged: it lacks 6 of its planned");
        assertThat(junit(withVerdict(report(notJudged), ofAValidRun())))
                .as("a valid run, in which it was repeated")
                .contains("was not judged: it lacks 6 of")
                .doesNotContain("<failure message=\"the load point of 1 session was not judged");
    }

    /** What Deskmeter spoilt has a timing, and is told of as what never came. */
    @Test
    void theTableOfLoadPointsTellsOfWhatWasNotDelivered() throws IOException {
        add(96, Group.A, Outcome.OK);
        add(1, Group.A, Outcome.HARNESS_ERROR);
        missing.add(new MissingOperations(0, "office/calc", "compute", Group.A, 3));
        assertThat(html(report(point()))).contains("judged without 4 operations that Deskmeter itself spoilt or lost");
    }

    /** Six of 100 open: with them at their worst the limit is broken. */
    @Test
    void anUndecidedThresholdIsAnErrorAndNoPass() {
        add(94, Group.A, Outcome.OK);
        missing.add(new MissingOperations(0, "office/calc", "compute", Group.A, 6));
        assertThat(junit(report(point())))
                .contains("<error message=\"6 of 100 operations of group A were spoilt or lost by Deskmeter itself");
    }

    /** One of 100 open changes nothing: the limit holds whatever it was. */
    @Test
    void whatIsOpenAndCannotMatterDoesNotMatter() {
        add(99, Group.A, Outcome.OK);
        missing.add(new MissingOperations(0, "office/calc", "compute", Group.A, 1));
        assertThat(junit(report(point())))
                .contains(
                        "name=\"p95 of group A &lt;= 1000 ms\" time=\"0\"><system-out>200 ms at 1 session</system-out>");
    }

    /** Of 100 operations 10 could not be tried, since the application had not opened: for their users they failed. */
    @Test
    void whatWasNotReachedFailsTheThreshold() throws IOException {
        add(1, Group.A, Outcome.TIMEOUT);
        add(10, Group.A, Outcome.SKIPPED);
        add(89, Group.A, Outcome.OK);
        RunReport report = report(point());
        assertThat(junit(report)).contains("<failure message=\"too many failed at 1 session\" type=\"threshold\">");
        assertThat(html(report)).contains(">100 (1 / 10)<", "What was planned, and how it ended", ">not reached<");
    }

    @Test
    void waysInWhichNothingEndedHaveNoColumn() throws IOException {
        add(20, Group.A, Outcome.OK);
        String html = html(report(point()));
        String account = html.substring(html.indexOf("What was planned at each load point"));
        assertThat(account.substring(0, account.indexOf("</table>")))
                .contains(">planned<", ">ok<")
                .doesNotContain(">not delivered<", ">ended early<", ">lost<");
    }

    @Test
    void logonsAreACaseAndAColumn() throws IOException {
        add(20, Group.A, Outcome.OK);
        logons.add(new Logon(0, Ending.OK, 8_000));
        logons.add(new Logon(1, Ending.FAILED, Double.NaN));
        RunReport report = report(point());
        assertThat(junit(report))
                .containsPattern("name=\"p95 of logons &lt;= 30000 ms\" time=\"0\"><failure message=\"too many failed");
        assertThat(html(report)).contains("Logon p95", "class=\"beyond\">∞<");
    }

    /** What was answered was fast. */
    @Test
    void aPointThatFailedOrWasEndedEarlyKeepsNoThreshold() {
        add(20, Group.A, Outcome.OK);
        LoadPointSummary judged = Judge.judge(new PointTimings(1, Set.of(), timings, missing), THRESHOLDS, 7);
        PointFailure lost = new PointFailure(PointFailure.Kind.SESSIONS_LOST, "1 of 1 session was lost");
        assertThat(junit(report(LoadPoint.of(Points.judged(judged.failed(lost), START)))))
                .contains("<failure message=\"1 of 1 session was lost, at 1 session\" type=\"threshold\">");
        endedEarly = true;
        assertThat(junit(report(point())))
                .contains("<failure message=\"200 ms at 1 session, ended early: it had failed already\"");
    }

    @Test
    void aPointThatIsNotJudgedIsNeitherPassNorFail() throws IOException {
        add(20, Group.A, Outcome.OK);
        LoadPointSummary judged = Judge.judge(new PointTimings(1, Set.of(), timings, missing), THRESHOLDS, 7);
        RunReport report = report(LoadPoint.of(Points.judged(judged.notJudged("the agent paused for 5 s"), START)));
        assertThat(junit(report)).contains("<error message=\"not judged: the agent paused for 5 s, at 1 session\"");
        assertThat(html(report))
                .contains("class=\"badge open\">not judged<", ">the agent paused for 5 s<")
                .doesNotContain("class=\"badge pass\">pass", "class=\"badge fail\">fail");
    }

    /** Another point of the same size was measured while Deskmeter itself was late, or lost what was slow. */
    @Test
    void aPointThatIsNotJudgedIsNoPartOfTheLine() throws IOException {
        add(20, Group.A, Outcome.OK);
        LoadPoint one = point();
        LoadPoint two = LoadPoint.of(Points.judged(ofTwo(), START));
        String line = curve(html(report(one, two)));
        add(20, Group.A, Outcome.TIMEOUT);
        LoadPointSummary slow = ofTwo();
        LoadPoint late = LoadPoint.of(Points.judged(slow.notJudged("a pause"), START));
        assertThat(curve(html(report(one, two, late)))).isEqualTo(line);
        LoadPoint judged = LoadPoint.of(Points.judged(slow, START));
        assertThat(curve(html(report(one, two, judged)))).isNotEqualTo(line);
    }

    private LoadPointSummary ofTwo() {
        return Judge.judge(new PointTimings(2, Set.of(), timings, missing), THRESHOLDS, 7);
    }

    private static String curve(String html) {
        String path = html.substring(html.indexOf("<path class=\"curve a\""));
        return path.substring(0, path.indexOf("/>"));
    }

    /** The second one lost what the first had answered. */
    @Test
    void loadPointsOfOneSizeHaveTheirOwnOperations() {
        add(20, Group.A, Outcome.OK);
        LoadPointSummary good = Judge.judge(new PointTimings(1, Set.of(), timings, missing), THRESHOLDS, 7);
        add(20, Group.A, Outcome.TIMEOUT);
        LoadPointSummary bad = Judge.judge(new PointTimings(1, Set.of(), timings, missing), THRESHOLDS, 7);
        LoadPoint first = LoadPoint.of(Points.judged(good, START, 0));
        LoadPoint second = LoadPoint.of(Points.judged(bad, START, 1));
        List<OperationSummary> all = new ArrayList<>(good.operations());
        all.addAll(bad.operations());
        PointOperations operations = new PointOperations(report(all, first, second));
        assertThat(operations.of(first)).isEqualTo(good.operations());
        assertThat(operations.of(second)).isEqualTo(bad.operations());
        assertThat(operations.logons()).isNull();
    }

    @Test
    void whatNeverStartedIsCountedThoughItHasNoPlaceInTime() {
        add(3, Group.A, Outcome.OK);
        add(2, Group.A, Outcome.TIMEOUT);
        List<TimingPoint> points = new ArrayList<>();
        timings.forEach(timing -> points.add(new TimingPoint(1, true, timing)));
        Timing never = Timing.builder("office/calc", "compute", Group.A, Outcome.SKIPPED)
                .sequence(6)
                .iteration(6)
                .wallFiredAt(START)
                .intendedAt(0)
                .build();
        points.add(new TimingPoint(1, true, never));
        PointSample sample = PointSample.of(points, 100);
        assertThat(sample.shown()).isEqualTo(5);
        assertThat(sample.totalFailed()).isEqualTo(2);
        assertThat(sample.neverStarted()).isEqualTo(1);
    }

    /** A point that stalled was repeated: nothing of it may be shown as the repeat's, nor the other way round. */
    @Test
    void eachOfSeveralPointsOfOneSizeShowsItsOwnOperations() throws IOException {
        add(20, Group.A, Outcome.OK, 10_000);
        LoadPointSummary stalled = judged().notJudged("the agent paused for 10 s");
        timings.clear();
        add(20, Group.A, Outcome.OK, 300);
        assertThat(overview(html(report(List.of(stalled, judged()))))).containsExactly("10 s", "300 ms");
    }

    /**
     * The first ended before it had opened anything a second time: what is new in the repeat is not the first one's.
     */
    @Test
    void aPointThatEndedEarlyDoesNotTakeOperationsOfItsRepeat() throws IOException {
        add(20, Group.B, Outcome.OK, 10_000);
        LoadPointSummary brief = judged().notJudged("the agent paused for 10 s");
        timings.clear();
        add(20, Group.A, Outcome.OK, 300);
        add(20, Group.B, Outcome.OK, 400);
        assertThat(overview(html(report(List.of(brief, judged())))))
                .as("open, then compute, at the first point and its repeat")
                .containsExactly("10 s", "400 ms", "–", "300 ms");
    }

    /** The figures of the table of all operations, row by row. */
    private static List<String> overview(String html) {
        String table = html.substring(html.indexOf("p95 of each operation over sessions"));
        table = table.substring(table.indexOf("<tbody>"), table.indexOf("</tbody>"));
        return Pattern.compile("<td(?: class=\"(?:beyond)?\")?>([^<]*)</td>")
                .matcher(table)
                .results()
                .map(cell -> cell.group(1).replaceAll("[\\u00a0\\u202f\\u2009]", " "))
                .toList();
    }

    private static RunReport report(List<LoadPointSummary> judged) {
        RunReport whole = new Sample(3, "office/writer").report(List.of());
        List<LoadPoint> points = new ArrayList<>();
        for (LoadPointSummary summary : judged) {
            points.add(LoadPoint.of(Points.judged(summary, START, points.size())));
        }
        return new RunReport(
                whole.run(),
                RunVerdict.unknown(List.of()),
                whole.thresholds(),
                whole.configuration(),
                points,
                judged.stream()
                        .flatMap(summary -> summary.operations().stream())
                        .toList(),
                whole.stages(),
                List.of(),
                whole.agents(),
                whole.environment(),
                List.of(),
                List.of(),
                List.of(),
                whole.setup(),
                List.of(),
                null);
    }
}
