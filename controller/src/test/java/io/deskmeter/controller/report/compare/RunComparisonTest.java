package io.deskmeter.controller.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.Sample;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.report.compare.RunComparison.Compared;
import io.deskmeter.controller.report.compare.RunComparison.Question;
import io.deskmeter.controller.report.compare.RunComparison.Side;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.controller.report.export.TimingCsv;
import io.deskmeter.controller.report.export.TimingCsvReader;
import io.deskmeter.measure.compare.Difference;
import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Tag("slow")
class RunComparisonTest {
    private static final int SESSIONS = 5;
    private static final String STALLED = "lag: 95 % of the inputs were sent at most 6 s late (bound: 0.5 s)";

    private final Sample sample = new Sample(5, "office/writer, \"quoted\"");

    @Test
    void whatWasWrittenToCsvComesBackAsTheSameResponses() throws IOException {
        assertThat(TimingCsvReader.responses(new StringReader(csv(sample)), Set.of(2)))
                .hasSameSizeAs(responses(sample, Set.of(2)))
                .allSatisfy(r -> assertThat(responses(sample, Set.of(2)))
                        .anyMatch(o -> o.session() == r.session()
                                && o.operation().equals(r.operation())
                                && (o.millis() == r.millis() || Math.abs(o.millis() - r.millis()) < 0.001)));
        assertThat(TimingCsvReader.responses(new StringReader(csv(sample)), Set.of()))
                .isEmpty();
        assertThatThrownBy(() -> TimingCsvReader.responses(new StringReader("a,b\n1,2\n"), Set.of(1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("row 1: ");
    }

    @Test
    void everyOutcomeOfATableCounts() throws IOException {
        StringBuilder text = new StringBuilder(TimingCsv.HEADER + "\n");
        int iteration = 0;
        int slow = 0;
        for (Outcome outcome : Outcome.values()) {
            String millis = outcome == Outcome.OK ? "12.5" : "";
            iteration++;
            // What was not reached follows the one that was too slow.
            slow = outcome == Outcome.TIMEOUT ? iteration : slow;
            int of = outcome == Outcome.SKIPPED ? slow : iteration;
            text.append(
                    "r,1,0," + of + ",true,w,o,A," + outcome.label() + ",," + millis + ",,,0,7,\"why, in words\"\n");
        }
        assertThat(TimingCsvReader.responses(new StringReader(text.toString()), Set.of(1)))
                .extracting(Response::millis)
                .containsExactly(
                        12.5,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        Double.NaN,
                        Double.POSITIVE_INFINITY);
    }

    /** What follows an operation that Deskmeter itself spoilt, or lost, is no loss of the platform, in either side. */
    @Test
    void whatWasNotReachedBelongsToWhomItsCauseBelongs() throws IOException {
        String text = TimingCsv.HEADER + "\n" + row(0, 1, "v", "harness-error") + row(0, 1, "w", "timeout")
                + row(0, 1, "v", "skipped") + row(0, 1, "w", "skipped") + row(0, 2, "v", "skipped")
                + row(1, 1, "v", "skipped");
        assertThat(TimingCsvReader.responses(new StringReader(text), Set.of(1)))
                .extracting(Response::millis)
                .containsExactly(
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NaN,
                        Double.NaN);
    }

    private static String row(int session, int iteration, String workload, String outcome) {
        return "r,1," + session + "," + iteration + ",true," + workload + ",o,A," + outcome + ",,,,,0,7,\n";
    }

    @Test
    void aTableNumbersItsTimingsAndOneOfAnEarlierVersionDoesNot() throws IOException {
        String before =
                "run,loadPoint,session,iteration,steady,workload,operation,group,outcome,firedAt,responseMs,resolutionMs,lagMs,thinkMs\n";
        assertThat(TimingCsv.HEADER + "\n").isEqualTo(before.strip() + ",sequence,detail,handled\n");
        String row = "r,1,0,1,true,w,o,A,ok,,12.5,,,0";
        assertThat(TimingCsvReader.responses(new StringReader(before + row + "\n"), Set.of(1)))
                .containsExactly(new Response(0, io.deskmeter.measure.timing.Sample.NO_TIMING, "w/o", Group.A, 12.5));
        assertThat(TimingCsvReader.responses(new StringReader(TimingCsv.HEADER + "\n" + row + ",7,\n"), Set.of(1)))
                .containsExactly(new Response(0, 7, "w/o", Group.A, 12.5));
    }

    @Test
    void comparesAtTheLargestLoadThatAllHave() {
        Side side = run("a", RunComparisonTest::asItIs);
        RunComparison same = RunComparison.of(each(side, side), OptionalInt.empty());
        List<Integer> sizes =
                side.report().loadPoints().stream().map(LoadPoint::sessions).toList();
        assertThat(same.sessions()).isEqualTo(sizes.get(sizes.size() - 1));
        Compared compared = same.runs().get(0);
        assertThat(compared.refusals()).isEmpty();
        assertThat(compared.setup()).isEmpty();
        assertThat(compared.capacities()).isEqualTo("no clear difference: the intervals overlap");
        assertThat(compared.variation()).startsWith("not known: one run a side");
        assertThat(compared.differences())
                .extracting(Difference::what)
                .startsWith("group A", "group A", "group B", "group B")
                .contains("office/calc/compute", "office/writer, \"quoted\"/open");
        assertThat(compared.differences())
                .allMatch(d -> d.ratio() == 1 && d.finding() == Finding.NOT_DECIDED && Double.isNaN(d.slower()));
        assertThat(compared.slowerThan(1)).isEmpty();
        assertThat(compared.undecided(1.1)).hasSize(2);
        assertThat(RunComparison.of(each(side, side), OptionalInt.of(3)).sessions())
                .isEqualTo(3);
        assertThatThrownBy(() -> RunComparison.of(each(side, side), OptionalInt.of(2)))
                .hasMessageStartingWith("at: 2 (expected: a number of sessions that was measured in all runs; measured"
                        + " were a: [1, 3, ");
        assertThatThrownBy(() -> RunComparison.of(each(side), OptionalInt.empty()))
                .hasMessageStartingWith("runs: 1 (expected: two or more");
        assertThatThrownBy(() -> RunComparison.of(
                        new Question(List.of(side, side), List.of(List.of(side)), List.of()), OptionalInt.empty()))
                .hasMessageStartingWith("runs: a twice on a side");
    }

    @Test
    void severalRunsASideDecide() {
        Compared slower = compare(runs("b", 3, 1), runs("n", 3, 3));
        assertThat(slower.runs()).containsExactly("n0", "n1", "n2");
        assertThat(slower.slowerThan(1.1)).hasSize(2);
        assertThat(slower.undecided(1.1)).isEmpty();
        assertThat(slower.variation())
                .isEqualTo("estimated from 3 runs of the baseline, 3 compared, and 0 earlier (4 degrees of freedom)");
        assertThat(compare(runs("b", 3, 1), runs("n", 3, 1)).slowerThan(1)).isEmpty();
    }

    @Test
    void earlierRunsOfTheSameProfileAndSetupTellTheVariation() {
        List<Side> earlier = new ArrayList<>(runs("h", 4, 1));
        earlier.add(scaled(run("other-profile", report -> object(report, "run").put("profile", "x")), 1, 9));
        earlier.add(scaled(run("other-mode", report -> object(report, "setup").put("mode", "remote")), 1, 9));
        RunComparison comparison = RunComparison.of(
                new Question(runs("b", 1, 1), List.of(runs("n", 1, 3)), earlier), OptionalInt.of(SESSIONS));
        assertThat(comparison.history()).containsExactly("h0", "h1", "h2", "h3");
        assertThat(comparison.runs().get(0).slowerThan(1.1)).hasSize(2);
    }

    @Test
    void invalidRunsAreRefusedWithoutFigures() {
        Side invalid = new Side(sample.report(List.of("lost")), at -> List.of(), at -> List.of(), at -> List.of(), 0);
        Compared compared = RunComparison.of(each(run("a", RunComparisonTest::asItIs), invalid), OptionalInt.empty())
                .runs()
                .get(0);
        assertThat(compared.refusals()).containsExactly("the run is invalid: its figures must not be used");
        assertThat(compared.differences()).isEmpty();
        assertThat(compared.capacities()).isEqualTo("not comparable: a run is invalid");
        assertThat(compared.hasGroups()).isFalse();
    }

    /** What was lost without a timing is among the responses, or nothing is concluded. */
    @Test
    void operationsWithoutATimingAreNotForgotten() {
        List<Side> baseline = runs("b", 4, 1);
        List<Side> faster = runs("n", 4, 0.6);
        assertThat(compare(baseline, faster).differences()).allMatch(Difference::surelyFaster);

        List<Side> lost = faster.stream()
                .map(side -> edited(side, report -> point(report).put("lostOperations", 20)))
                .toList();
        Compared unknown = compare(baseline, lost);
        assertThat(unknown.differences()).allMatch(d -> d.finding() == Finding.NOT_DECIDED);
        assertThat(unknown.remarks())
                .contains("nothing is concluded: n0: of 20 planned operations there is no timing,"
                        + " and its report does not say which they are");

        List<Side> told = lost.stream()
                .map(side -> new Side(
                        side.report(),
                        side.responses(),
                        at -> List.of(
                                new LoadPoint.Missing(4, "office/calc", "compute", Group.A, 10, "lost"),
                                new LoadPoint.Missing(4, "office/calc", "save", Group.B, 10, "not-delivered")),
                        side.samples(),
                        Double.NaN))
                .toList();
        Compared counted = compare(baseline, told);
        Difference ofA = p95(counted, "group A");
        assertThat(ofA.ratio()).isInfinite();
        assertThat(ofA.surelyFaster()).isFalse();
        Difference ofB = p95(counted, "group B");
        assertThat(ofB.unknown()).isEqualTo(40);
        assertThat(ofB.finding()).isEqualTo(Finding.NOT_DECIDED);
    }

    @Test
    void pointsThatFailedAreNotComparedSilently() {
        Consumer<ObjectNode> failed = report -> point(report)
                .put("pass", false)
                .set(
                        "failure",
                        JsonMapper.shared()
                                .createObjectNode()
                                .put("kind", "sessions-lost")
                                .put("words", "2 lost"));
        List<Side> lost =
                runs("n", 3, 0.5).stream().map(side -> edited(side, failed)).toList();
        Compared compared = compare(runs("b", 3, 1), lost);
        assertThat(compared.differences()).allMatch(d -> d.finding() == Finding.NOT_DECIDED);
        assertThat(compared.undecided(1.1)).hasSize(2);
        assertThat(compared.remarks()).contains("nothing is concluded: n0, load point 3 failed: 2 lost");
    }

    @Test
    void pointsThatEndedEarlyAndBriefOnesAreNotCompared() {
        List<Side> early = runs("n", 2, 0.5).stream()
                .map(side -> edited(side, report -> point(report).put("endedEarly", "50 of 60 were too slow")))
                .toList();
        Compared refused = compare(runs("b", 2, 1), early);
        assertThat(refused.refusals())
                .first()
                .isEqualTo("n0 has no load point of that size that was measured in full: load point 3 ended early:"
                        + " 50 of 60 were too slow");
        Consumer<ObjectNode> brief = report -> ((ArrayNode) report.get("sessions")).forEach(session -> {
            if (session.get("loadPoint").asInt() == 3) {
                ((ObjectNode) session).put("operations", 4);
            }
        });
        List<Side> looked =
                runs("n", 2, 0.5).stream().map(side -> edited(side, brief)).toList();
        assertThat(compare(runs("b", 2, 1), looked).refusals())
                .first()
                .asString()
                .endsWith("load point 3 is a brief one of the search");
        // The default is a size that all measured in full.
        RunComparison other =
                RunComparison.of(new Question(runs("b", 2, 1), List.of(early), List.of()), OptionalInt.empty());
        assertThat(other.sessions()).isNotEqualTo(SESSIONS);
    }

    /**
     * What was lost without a timing is among the operations of a session: counted twice it made all other load points
     * look brief.
     */
    @Test
    void aDesktopThatWasLostAtAnotherLoadPointMakesNoPointBrief() {
        List<Side> lost = runs("n", 3, 1).stream()
                .map(side -> edited(side, report -> {
                    for (JsonNode session : report.get("sessions")) {
                        ((ObjectNode) session).put("iterations", 3);
                        if (session.get("loadPoint").asInt() == 2
                                && session.get("session").asInt() == 0) {
                            ((ObjectNode) session).put("discarded", true).set("missing", session.get("operations"));
                        }
                    }
                }))
                .toList();
        Compared compared = compare(runs("b", 3, 1), lost);
        assertThat(compared.refusals()).isEmpty();
        assertThat(compared.remarks()).noneMatch(remark -> remark.contains("brief"));
    }

    /**
     * A generator that stalled makes its point slow: that is nothing of the platform, and pooled it would make the
     * other side look faster.
     */
    @Test
    void pointsThatWereNotJudgedAreLeftOut() {
        List<Side> slower = runs("n", 3, 1.5);
        assertThat(compare(runs("b", 3, 1), slower).slowerThan(1.1)).hasSize(2);

        List<Side> stalled = runs("b", 3, 1).stream()
                .map(side -> edited(side, RunComparisonTest::addNotJudged))
                .map(RunComparisonTest::slowAtTheLast)
                .toList();
        Compared compared = compare(stalled, slower);
        assertThat(compared.slowerThan(1.1)).hasSize(2);
        assertThat(p95(compared, "group A").ratio()).isGreaterThan(1.4);
        assertThat(compared.remarks())
                .contains("b0, load point "
                        + stalled.get(0).report().loadPoints().size()
                        + " was not judged, so it says nothing of the platform: " + STALLED + ": it is left out")
                .noneMatch(remark -> remark.endsWith(" failed"));
        assertThat(compared.differences()).noneMatch(d -> d.finding() == Finding.NOT_DECIDED);
    }

    @Test
    void runsWithoutAJudgedPointOfThatSizeAreRefused() {
        List<Side> stalled = runs("b", 3, 10).stream()
                .map(side -> edited(side, report -> notJudged(point(report))))
                .toList();
        List<Side> others = runs("n", 3, 1.5);
        Compared refused = compare(stalled, others);
        assertThat(refused.refusals())
                .first()
                .isEqualTo("b0 has no load point of that size that was measured in full: load point 3"
                        + " was not judged, so it says nothing of the platform: " + STALLED);
        assertThat(refused.differences()).isEmpty();
        assertThat(refused.hasGroups()).isFalse();

        // The default is a size at which all have a point that was judged.
        Consumer<ObjectNode> largest = report -> report.get("loadPoints").forEach(point -> {
            if (point.get("sessions").asInt() > SESSIONS) {
                notJudged((ObjectNode) point);
            }
        });
        List<Side> without = others.stream().map(side -> edited(side, largest)).toList();
        RunComparison comparison =
                RunComparison.of(new Question(runs("b", 3, 1), List.of(without), List.of()), OptionalInt.empty());
        assertThat(comparison.sessions()).isEqualTo(SESSIONS);
    }

    /**
     * Desktops that were lost after one of five iterations took their samples with them, and the others responded
     * better.
     */
    @Test
    void samplesThatIterationsOweAreNotForgotten() {
        List<Side> healthy = unresponsive("b", 0.5, 5, report -> {});
        MetricDifferenceFigures better = compare(healthy, unresponsive("n", 0.1, 5, report -> {}))
                .metrics()
                .get(0);
        assertThat(better.finding()).isEqualTo(Finding.BETTER);

        Compared lost = compare(healthy, unresponsive("n", 0.1, 1, report -> lastSessions(report, true, 5)));
        assertThat(lost.metrics().get(0).finding()).isEqualTo(Finding.WORSE);
        assertThat(lost.metrics().get(0).unknown()).isZero();

        Compared late = compare(healthy, unresponsive("n", 0.1, 1, report -> lastSessions(report, false, 5)));
        assertThat(late.metrics().get(0).finding()).isEqualTo(Finding.NOT_DECIDED);
        assertThat(late.metrics().get(0).unknown()).isEqualTo(3 * 2 * 4);

        // A report of an earlier version does not say what was owed.
        Compared old = compare(healthy, unresponsive("n", 0.1, 1, report -> lastSessions(report, true, null)));
        assertThat(old.metrics().get(0).finding()).isEqualTo(Finding.NOT_COMPARABLE);
        assertThat(old.remarks())
                .contains("metric unresponsive is not comparable: the report of n0 does not say how many iterations"
                        + " owe a sample, so those that are missing are not known");
    }

    private static void lastSessions(ObjectNode report, boolean lost, @Nullable Integer iterations) {
        for (JsonNode session : report.get("sessions")) {
            if (session.get("loadPoint").asInt() == 3) {
                ((ObjectNode) session).put("iterations", iterations);
                ((ObjectNode) session)
                        .put("discarded", lost && session.get("session").asInt() >= 3);
            }
        }
    }

    /** Three runs whose first three sessions give a sample for each of five iterations, and the last two for fewer. */
    private List<Side> unresponsive(String name, double value, int ofTheLast, Consumer<ObjectNode> edit) {
        Metric metric = MetricSource.UNRESPONSIVE.metric();
        MetricInfo info = new MetricInfo(
                metric.id(), "", metric.unit(), "lower", "mean", metric.source(), 1.0, List.of(), List.of(), false);
        List<Side> sides = new ArrayList<>();
        for (Side side : runs(name, 3, 1)) {
            Side measured = edited(side, report -> {
                ((ArrayNode) report.get("metrics")).add(JsonMapper.shared().valueToTree(info));
                edit.accept(report);
            });
            List<MetricValue> samples = new ArrayList<>();
            for (int session = 0; session < SESSIONS; session++) {
                for (int i = 0; i < (session < 3 ? 5 : ofTheLast); i++) {
                    double each = value + 0.001 * (sides.size() + session + i);
                    samples.add(new MetricValue(session, "/", metric.id(), 0, each));
                }
            }
            sides.add(new Side(
                    measured.report(), measured.responses(), measured.withoutTiming(), at -> samples, Double.NaN));
        }
        return sides;
    }

    private static void notJudged(ObjectNode point) {
        point.put("pass", false)
                .put("verdict", "UNDECIDED")
                .putNull("limitedBy")
                .put("notJudged", STALLED);
    }

    /** The load point of five sessions again, which was not judged, as the last one. */
    private static void addNotJudged(ObjectNode report) {
        ArrayNode points = (ArrayNode) report.get("loadPoints");
        int index = points.size() + 1;
        ObjectNode again = point(report).deepCopy();
        notJudged(again);
        points.add(again.put("index", index));
        ArrayNode sessions = (ArrayNode) report.get("sessions");
        List<ObjectNode> copies = new ArrayList<>();
        for (JsonNode session : sessions) {
            if (session.get("loadPoint").asInt() == 3) {
                copies.add(((ObjectNode) session).deepCopy().put("loadPoint", index));
            }
        }
        copies.forEach(sessions::add);
    }

    /** Ten times slower at its last load point. */
    private static Side slowAtTheLast(Side side) {
        int last = side.report().loadPoints().size();
        return new Side(
                side.report(),
                points -> {
                    List<Response> responses = new ArrayList<>(side.responses().at(points));
                    if (points.contains(last)) {
                        side.responses().at(Set.of(3)).stream()
                                .map(r -> new Response(r.session(), r.operation(), r.group(), 10 * r.millis()))
                                .forEach(responses::add);
                    }
                    return responses;
                },
                side.withoutTiming(),
                side.samples(),
                side.foreignCpuPct());
    }

    @Test
    void whatWasDifferentAroundTheRunsIsListedTheLargestFirst() {
        Consumer<ObjectNode> around = report -> {
            object(point(report), "resources").put("cpuPct", 92).put("networkReceivedMbPerS", 30.5);
            object(report, "environment").put("controller.version", "0.2.0");
            object(report, "configuration").put("Desktops", "RDP");
            ((ObjectNode) report.get("agents").get(0)).put("version", "0.2.0");
            ((ObjectNode) report.get("agents").get(0).get("facts")).put("clock", "hpet");
        };
        Consumer<ObjectNode> quiet = report -> {
            object(point(report), "resources").put("cpuPct", 8).put("networkReceivedMbPerS", 1.5);
            object(report, "environment").put("controller.version", "0.1.0");
            ((ObjectNode) report.get("agents").get(0).get("facts")).put("clock", "tsc");
        };
        Side idle = edited(scaled(run("a", RunComparisonTest::asItIs), 1, 1), quiet);
        Side busy = edited(scaled(run("b", RunComparisonTest::asItIs), 1, 2), around);
        List<SetupDifference> setup = RunComparison.of(each(idle, busy), OptionalInt.of(SESSIONS))
                .runs()
                .get(0)
                .setup();
        assertThat(setup)
                .extracting(one -> one.words() + ": " + one.baseline() + " and " + one.other())
                .containsExactly(
                        "CPU of the hosts of the sessions: 8 % and 92 %",
                        "setting (Desktops): local, 1280 × 800 and RDP",
                        "clock source: tsc and hpet",
                        "network traffic of the hosts of the sessions: 1.7 MB/s and 30.7 MB/s",
                        "version of the agents: 0.1.0 and 0.2.0",
                        "environment (controller.version): 0.1.0 and 0.2.0");
        Side loaded = new Side(busy.report(), busy.responses(), busy.withoutTiming(), busy.samples(), 80);
        Side free = new Side(idle.report(), idle.responses(), idle.withoutTiming(), idle.samples(), 2);
        assertThat(RunComparison.of(each(free, loaded), OptionalInt.of(SESSIONS))
                        .runs()
                        .get(0)
                        .setup()
                        .get(0)
                        .words())
                .isEqualTo("CPU of the hosts before the first session");
    }

    @Test
    void jsonHasIntervalsAndNulls() {
        Side side = run("a", RunComparisonTest::asItIs);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportJson.write(RunComparison.of(each(side, side), OptionalInt.of(1)), out);
        JsonNode json = JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
        JsonNode difference = json.at("/runs/0/differences/0");
        assertThat(json.at("/sessions").asInt()).isEqualTo(1);
        assertThat(difference.at("/what").asString()).isEqualTo("group A");
        assertThat(difference.at("/finding").asString()).isEqualTo("NOT_DECIDED");
        assertThat(difference.at("/slower").isNull()).isTrue();
        assertThat(difference.at("/ratioCi").size()).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("NaN").doesNotContain("Infinity");
    }

    private static Question each(Side... sides) {
        return Question.eachWithTheFirst(List.of(sides), List.of());
    }

    private static Compared compare(List<Side> baseline, List<Side> other) {
        return RunComparison.of(new Question(baseline, List.of(other), List.of()), OptionalInt.of(SESSIONS))
                .runs()
                .get(0);
    }

    private static Difference p95(Compared compared, String what) {
        return compared.differences().stream()
                .filter(d -> d.what().equals(what) && d.quantile() == 0.95)
                .findFirst()
                .orElseThrow();
    }

    /** Runs of the sample that vary by 2 %, in turn above and below. */
    private List<Side> runs(String name, int count, double factor) {
        List<Side> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(scaled(run(name + i, RunComparisonTest::asItIs), factor * (1 + 0.02 * (i % 3 - 1)), i));
        }
        return runs;
    }

    /** No operation of it failed, so that its percentiles are finite. */
    private static Side scaled(Side side, double factor, int number) {
        UnaryOperator<Response> scale = r -> new Response(
                r.session(),
                r.operation(),
                r.group(),
                factor * (Double.isFinite(r.millis()) ? r.millis() : 100 + number));
        return new Side(
                side.report(),
                points -> side.responses().at(points).stream().map(scale).toList(),
                side.withoutTiming(),
                side.samples(),
                side.foreignCpuPct());
    }

    private Side run(String id, Consumer<ObjectNode> edit) {
        return edited(
                new Side(
                        sample.report(List.of()),
                        points -> {
                            try {
                                return TimingCsvReader.responses(new StringReader(csv(sample)), points);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        },
                        RunComparison.withoutTiming(sample.report(List.of())),
                        points -> List.of(),
                        Double.NaN),
                report -> {
                    object(report, "run").put("id", id);
                    edit.accept(report);
                });
    }

    private static Side edited(Side side, Consumer<ObjectNode> edit) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportJson.write(side.report(), out);
        ObjectNode report = (ObjectNode) JsonMapper.shared().readTree(out.toByteArray());
        edit.accept(report);
        RunReport read =
                ReportJson.read(new ByteArrayInputStream(report.toString().getBytes(StandardCharsets.UTF_8)));
        return new Side(read, side.responses(), side.withoutTiming(), side.samples(), side.foreignCpuPct());
    }

    private static ObjectNode object(ObjectNode node, String key) {
        return (ObjectNode) node.get(key);
    }

    /** The load point of five sessions. */
    private static ObjectNode point(ObjectNode report) {
        for (JsonNode point : report.get("loadPoints")) {
            if (point.get("sessions").asInt() == SESSIONS) {
                return (ObjectNode) point;
            }
        }
        throw new AssertionError("no load point of " + SESSIONS + " sessions");
    }

    private static List<Response> responses(Sample sample, Set<Integer> points) {
        return sample.timings().stream()
                .filter(point -> point.steady() && points.contains(point.loadPoint()))
                .flatMap(point -> Response.of(point.timing()).stream())
                .toList();
    }

    private static String csv(Sample sample) throws IOException {
        StringWriter text = new StringWriter();
        TimingCsv csv = new TimingCsv(text);
        for (TimingPoint point : sample.timings()) {
            csv.write("r-1", point);
        }
        return text.toString();
    }

    private static void asItIs(ObjectNode report) {
        // Nothing changes.
    }
}
