package io.deskmeter.controller.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.LossyPoint;
import io.deskmeter.controller.point.LossyPoint.Loss;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.Sample;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.report.chart.BandSamples;
import io.deskmeter.controller.report.compare.RunComparison;
import io.deskmeter.controller.report.export.JUnitXml;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.controller.report.export.SessionCsv;
import io.deskmeter.controller.report.export.TimingCsv;
import io.deskmeter.controller.report.export.TimingCsvReader;
import io.deskmeter.measure.expect.ExpectationResult;
import io.deskmeter.measure.expect.Expectations;
import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.point.PointTimes;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.point.SessionSummary;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.search.CapacitySearch;
import io.deskmeter.measure.search.MeasuredPoint;
import io.deskmeter.measure.search.SearchDecision;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.validity.HarnessFault;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.measure.verdict.OverloadRule;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Expectation.Metric;
import io.deskmeter.workload.run.Expectation.Relation;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.ValidityBounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A loss never makes a result better, whoever reads it: everything that judges, searches, compares, expects or writes
 * is given the same load point once for each way in which a fifth of it can be lost. What the platform lost is bad for
 * each of them, and what Deskmeter lost, or nobody knows, is neither good nor bad. One that leaves a way out would say
 * what it says where that fifth was never planned.
 */
@Tag("slow")
class LossConsumersTest {
    private static final Map<LossyPoint, RunComparison.Compared> COMPARED = new ConcurrentHashMap<>();
    private static final Map<LossyPoint, String> PAGES = new ConcurrentHashMap<>();

    /** What a consumer says. */
    private enum Answer {
        GOOD,
        OPEN,
        BAD
    }

    /** Whoever reads results: functions without a state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private enum Consumer {
        VERDICT(loss -> true, point -> of(point.judged().summary().verdict())),
        CRITERION_OF_A(Loss::isOfResponses, criterion("groupA.p95")),
        CRITERION_OF_METRIC(Loss::isOfSamples, criterion(LossyPoint.SIMILARITY.id())),
        CRITERION_OF_ITERATIONS(Loss::isOfIterations, criterion(LossyPoint.UNRESPONSIVE.id())),
        CRITERION_OF_LOGONS(Loss::isOfLogons, criterion("logon.p95")),
        STEPS(loss -> true, point -> capacity(point, new Load.Steps(List.of(LossyPoint.SESSIONS)))),
        FIND_MAX(
                loss -> true,
                point -> capacity(
                        point,
                        new Load.FindMax(LossyPoint.SESSIONS, OptionalInt.empty(), LossyPoint.SESSIONS, 0.05, false))),
        EARLY_END(loss -> loss == Loss.FAILED || loss == Loss.NOT_REACHED, LossConsumersTest::overloaded),
        HARNESS_FAULT(loss -> loss != Loss.UNKNOWN, LossConsumersTest::fault),
        EXPECTED_P95(Loss::isOfResponses, expected(Metric.GROUP_A_P95, Relation.BELOW, 1_000)),
        EXPECTED_FAILURES(Loss::isOfResponses, expected(Metric.GROUP_A_FAILED, Relation.AT_MOST, 0.1)),
        EXPECTED_WITHIN(Loss::isOfResponses, expected(Metric.DESKTOPS_WITHIN, Relation.AT_LEAST, 0.9)),
        EXPECTED_LOGONS(Loss::isOfLogons, expected(Metric.LOGON_P95, Relation.BELOW, 30_000)),
        EXPECTED_METRIC(
                Loss::isOfSamples,
                expected(new Expectation.OfMetric(LossyPoint.SIMILARITY.id()), Relation.AT_LEAST, 0.9)),
        FIGURES_OF_GROUP(Loss::isOfResponses, LossConsumersTest::figuresOfGroup),
        FIGURES_OF_METRIC(Loss::isOfSamples, LossConsumersTest::figuresOfMetric),
        FIGURES_OF_SESSIONS(Loss::isOfResponses, LossConsumersTest::figuresOfSessions),
        FIGURES_OF_OPERATIONS(Loss::isOfResponses, LossConsumersTest::figuresOfOperations),
        JUNIT_THRESHOLD(Loss::isOfResponses, junit("p95 of group A &lt;= 1000 ms")),
        JUNIT_LIMIT(Loss::isOfSamples, junit("p5 of picture-similarity &gt;= 0.9")),
        JUNIT_LOGONS(Loss::isOfLogons, junit("p95 of logons &lt;= 30000 ms")),
        REPORT_JSON(Loss::isOfResponses, LossConsumersTest::json),
        REPORT_CHART(loss -> true, LossConsumersTest::chart),
        REPORT_OF_POINTS(Loss::isOfResponses, LossConsumersTest::tableOfPoints),
        REPORT_OF_OPERATIONS(Loss::isOfResponses, LossConsumersTest::tableOfOperations),
        REPORT_OF_SESSIONS(Loss::isOfResponses, LossConsumersTest::tableOfSessions),
        REPORT_OF_METRICS(Loss::isOfSamples, LossConsumersTest::tableOfMetrics),
        REPORT_OF_LOGONS(Loss::isOfLogons, LossConsumersTest::logons),
        ACCOUNT(loss -> true, LossConsumersTest::account),
        SESSIONS_CSV(Loss::isOfResponses, LossConsumersTest::sessionsCsv),
        COMPARISON(Loss::isOfResponses, LossConsumersTest::comparison),
        COMPARISON_OF_METRIC(Loss::isOfSamples, point -> comparison(point, LossyPoint.SIMILARITY.id())),
        COMPARISON_OF_ITERATIONS(Loss::isOfIterations, point -> comparison(point, LossyPoint.UNRESPONSIVE.id()));

        private final Predicate<Loss> concerned;
        private final Function<LossyPoint, Answer> says;

        Consumer(Predicate<Loss> concerned, Function<LossyPoint, Answer> says) {
            this.concerned = concerned;
            this.says = says;
        }
    }

    static Stream<Arguments> losses() {
        return Arrays.stream(Consumer.values())
                .flatMap(consumer -> Arrays.stream(Loss.values())
                        .filter(consumer.concerned)
                        .map(loss -> Arguments.of(consumer, loss)));
    }

    @ParameterizedTest
    @MethodSource("losses")
    void noneIsLeftOut(Consumer consumer, Loss loss) {
        assertThat(consumer.says.apply(LossyPoint.with(loss)))
                .isEqualTo(loss.isOfPlatform() ? Answer.BAD : Answer.OPEN);
    }

    /** Otherwise it would say nothing that it finds losses bad. */
    @ParameterizedTest
    @EnumSource(Consumer.class)
    void aPointWithoutLossesIsGood(Consumer consumer) {
        assertThat(consumer.says.apply(LossyPoint.without())).isEqualTo(Answer.GOOD);
    }

    private static Answer of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> Answer.GOOD;
            case UNDECIDED -> Answer.OPEN;
            case FAIL -> Answer.BAD;
        };
    }

    private static Function<LossyPoint, Answer> criterion(String id) {
        return point -> {
            CriterionResult result = point.judged().summary().criteria().stream()
                    .filter(one -> one.criterion().id().equals(id))
                    .findFirst()
                    .orElseThrow();
            assertThat(result.reason().isEmpty()).isEqualTo(result.verdict() != Verdict.UNDECIDED);
            return of(result.verdict());
        };
    }

    private static Answer capacity(LossyPoint point, Load load) {
        MeasuredPoint measured = point.judged().measured(PointTimes.UNKNOWN);
        List<MeasuredPoint> points = new ArrayList<>();
        SearchDecision next = CapacitySearch.next(load, points);
        while (!(next instanceof SearchDecision.Done)) {
            if (next instanceof SearchDecision.Extend) {
                points.remove(points.size() - 1);
                points.add(new MeasuredPoint(measured.summary(), 1));
            } else {
                points.add(measured);
            }
            next = CapacitySearch.next(load, points);
        }
        Capacity capacity = ((SearchDecision.Done) next).capacity();
        if (capacity.sessions() == 0) {
            return capacity.thresholdBroken() ? Answer.BAD : Answer.OPEN;
        }
        assertThat(capacity.sessions()).isEqualTo(LossyPoint.SESSIONS);
        return Answer.GOOD;
    }

    private static Answer overloaded(LossyPoint point) {
        OverloadRule rule = new OverloadRule(
                Map.of(Group.A, LossyPoint.PLANNED, Group.B, LossyPoint.PLANNED),
                point.profile().thresholds());
        point.timings().forEach(rule::add);
        return rule.hasFailed() ? Answer.BAD : Answer.GOOD;
    }

    /** A load point that something decides which was not delivered is not judged. */
    private static Answer fault(LossyPoint point) {
        JudgedPoint judged = point.judged();
        boolean ofHarness =
                HarnessFault.of(judged.checked(), ValidityBounds.DEFAULT, true).isPresent();
        return ofHarness ? Answer.OPEN : judged.summary().pass() ? Answer.GOOD : Answer.BAD;
    }

    private static Function<LossyPoint, Answer> expected(Expectation.Figure figure, Relation relation, double bound) {
        return point -> {
            JudgedPoint judged = point.judged();
            RunFacts facts = new RunFacts(
                    new Capacity(LossyPoint.SESSIONS, new Interval(LossyPoint.SESSIONS, 30), true, ""),
                    List.of(judged.fact()),
                    new RunFacts.Sessions(LossyPoint.SESSIONS, LossyPoint.SESSIONS, 0),
                    LogonSummary.of(point.logons(), Bootstrap.DEFAULT, 7));
            ExpectationResult result = Expectations.evaluate(List.of(new Expectation(figure, relation, bound)), facts)
                    .get(0);
            return switch (result.state()) {
                case MET -> Answer.GOOD;
                case UNKNOWN -> Answer.OPEN;
                case NOT_MET -> Answer.BAD;
            };
        };
    }

    /** @param p95 infinite where too much was lost */
    private static Answer figures(double p95, int losses, int open) {
        if (Double.isInfinite(p95)) {
            assertThat(losses).isPositive();
            assertThat(open).isZero();
            return Answer.BAD;
        }
        assertThat(losses).isZero();
        return open > 0 ? Answer.OPEN : Answer.GOOD;
    }

    private static Answer figuresOfGroup(LossyPoint point) {
        LoadPoint.GroupFigures group = LoadPoint.of(point.judged()).figures(Group.A);
        assertThat(List.of(0, LossyPoint.LOST)).contains(group.losses(), group.notDelivered());
        return figures(group.p95Ms(), group.losses(), group.notDelivered());
    }

    private static Answer figuresOfMetric(LossyPoint point) {
        return LoadPoint.of(point.judged()).metrics().stream()
                .filter(figures -> figures.metric().equals(LossyPoint.SIMILARITY.id()))
                .findFirst()
                .map(figures -> figures(figures.value(), figures.failed(), figures.unknown()))
                .orElseThrow();
    }

    private static Answer figuresOfSessions(LossyPoint point) {
        return one(point.judged().summary().ofSessions().stream()
                .map(session ->
                        figures(session.p95AMs(), session.failed() + session.skipped(), session.notDelivered())));
    }

    private static Answer figuresOfOperations(LossyPoint point) {
        return one(point.judged().summary().operations().stream()
                .filter(operation -> operation.operation().equals("compute"))
                .map(operation -> figures(
                        operation.p95Ms(), operation.failed() + operation.skipped(), operation.notDelivered())));
    }

    /** All say the same. */
    private static Answer one(Stream<Answer> answers) {
        List<Answer> different = answers.distinct().toList();
        assertThat(different).hasSize(1);
        return different.get(0);
    }

    private static Function<LossyPoint, Answer> junit(String name) {
        return point -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            JUnitXml.write(report(point, "r"), out);
            Matcher found = Pattern.compile(
                            "name=\"" + Pattern.quote(name) + "\" time=\"0\">?<?(failure|error|system-out)")
                    .matcher(out.toString(StandardCharsets.UTF_8));
            assertThat(found.find()).isTrue();
            return switch (found.group(1)) {
                case "failure" -> Answer.BAD;
                case "error" -> Answer.OPEN;
                default -> Answer.GOOD;
            };
        };
    }

    private static Answer json(LossyPoint point) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportJson.write(report(point, "r"), out);
        String a = out.toString(StandardCharsets.UTF_8).replaceAll("\\s", "");
        a = a.substring(a.indexOf("\"groups\":{\"A\":{"));
        Matcher figures = Pattern.compile(
                        "\"failed\":(\\d+),\"skipped\":(\\d+),\"notDelivered\":(\\d+),\"p50Ms\":[^,]+,\"p95Ms\":([^,]+),")
                .matcher(a);
        assertThat(figures.find()).isTrue();
        return figures(
                figures.group(4).equals("null") ? Double.POSITIVE_INFINITY : Double.parseDouble(figures.group(4)),
                Integer.parseInt(figures.group(1)) + Integer.parseInt(figures.group(2)),
                Integer.parseInt(figures.group(3)));
    }

    private static Answer chart(LossyPoint point) {
        String html = html(point);
        if (html.contains("class=\"p95 a cross\"")) {
            return Answer.BAD;
        }
        return html.contains("class=\"p95 a open\"") ? Answer.OPEN : Answer.GOOD;
    }

    private static Answer tableOfPoints(LossyPoint point) {
        String row = row(html(point), "Below each p95 its 95 % interval", "20");
        return badge(row);
    }

    private static Answer badge(String row) {
        Matcher badge =
                Pattern.compile("class=\"badge (?:pass|fail|open)\">([^<]+)<").matcher(row);
        assertThat(badge.find()).isTrue();
        return switch (badge.group(1)) {
            case "pass" -> Answer.GOOD;
            case "fail" -> Answer.BAD;
            default -> Answer.OPEN;
        };
    }

    private static Answer tableOfOperations(LossyPoint point) {
        List<String> cells = cells(row(html(point), "Operations at ", "office/calc/compute"));
        OperationSummary compute = point.judged().summary().operations().stream()
                .filter(operation -> operation.operation().equals("compute"))
                .findFirst()
                .orElseThrow();
        assertThat(cells.subList(2, 5))
                .containsExactly("" + compute.failed(), "" + compute.skipped(), "" + compute.notDelivered());
        return figures(millis(cells.get(6)), compute.failed() + compute.skipped(), compute.notDelivered());
    }

    private static Answer tableOfSessions(LossyPoint point) {
        String html = html(point);
        return one(point.judged().summary().ofSessions().stream().map(session -> {
            String name = session.session() + (session.lost() ? " (discarded)" : "");
            List<String> cells = cells(row(html, "Steady operations of each session", name));
            assertThat(cells.subList(2, 5))
                    .containsExactly("" + session.failed(), "" + session.skipped(), "" + session.notDelivered());
            return figures(millis(cells.get(6)), session.failed() + session.skipped(), session.notDelivered());
        }));
    }

    private static Answer tableOfMetrics(LossyPoint point) {
        String row = row(html(point), LossyPoint.SIMILARITY.title(), "20");
        Answer badge = badge(row);
        assertThat(row.contains(" unknown (")).isEqualTo(badge == Answer.OPEN);
        assertThat(row)
                .contains(
                        " (" + (badge == Answer.BAD ? LossyPoint.LOST : 0) + ")</td>",
                        "<td>" + (badge == Answer.OPEN ? LossyPoint.LOST : 0) + "</td>");
        return badge;
    }

    private static Answer logons(LossyPoint point) {
        String html = html(point);
        String words = html.substring(html.indexOf(" logons, from the start"));
        words = words.substring(0, words.indexOf("</p>"));
        assertThat(words.contains("p95 ∞")).isEqualTo(words.contains("of them were refused"));
        return words.contains("p95 ∞") ? Answer.BAD : words.contains("it is not known") ? Answer.OPEN : Answer.GOOD;
    }

    /** Each line adds up to what was planned, and no ending is missing from the page that has occurred. */
    private static Answer account(LossyPoint point) {
        LoadPoint judged = LoadPoint.of(point.judged());
        int losses = 0;
        int open = 0;
        for (LoadPoint.AccountLine line : judged.account()) {
            losses += line.failed() + line.notReached() + line.lost();
            open += line.notDelivered() + line.unknown();
            assertThat(line.planned())
                    .isEqualTo(line.ok()
                            + line.slow()
                            + line.failed()
                            + line.notReached()
                            + line.lost()
                            + line.notDelivered()
                            + line.unknown()
                            + line.endedEarly());
        }
        String html = html(point);
        String table = html.substring(html.indexOf("What was planned at each load point"));
        table = table.substring(0, table.indexOf("</table>"));
        for (Ending ending : Ending.values()) {
            boolean occurred =
                    point.judged().summary().account().lines().stream().anyMatch(line -> line.count(ending) > 0);
            assertThat(table.contains(">" + ending.label().replace('-', ' ') + "<"))
                    .as(ending.label())
                    .isEqualTo(occurred);
        }
        return losses > 0 ? Answer.BAD : open > 0 ? Answer.OPEN : Answer.GOOD;
    }

    private static Answer sessionsCsv(LossyPoint point) {
        StringWriter text = new StringWriter();
        try {
            SessionCsv.write(report(point, "r"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> head = List.of(SessionCsv.HEADER.split(","));
        return one(text.toString().lines().skip(1).map(line -> {
            String[] row = line.split(",", -1);
            String p95 = row[head.indexOf("p95AMs")];
            SessionSummary session =
                    point.judged().summary().ofSessions().get(Integer.parseInt(row[head.indexOf("session")]));
            assertThat(List.of(row[head.indexOf("skipped")], row[head.indexOf("missing")]))
                    .containsExactly("" + session.skipped(), "" + session.withoutTiming());
            return figures(
                    p95.isEmpty() ? Double.POSITIVE_INFINITY : Double.parseDouble(p95),
                    Integer.parseInt(row[head.indexOf("failed")]) + Integer.parseInt(row[head.indexOf("skipped")]),
                    Integer.parseInt(row[head.indexOf("notDelivered")]));
        }));
    }

    private static Answer of(Finding finding) {
        return switch (finding) {
            case BETTER -> Answer.GOOD;
            case NOT_DECIDED -> Answer.OPEN;
            case WORSE -> Answer.BAD;
            default -> throw new AssertionError("finding: " + finding);
        };
    }

    /** Against a side that is twice as slow: one that leaves losses out finds it faster. */
    private static Answer comparison(LossyPoint point) {
        return compared(point).differences().stream()
                .filter(difference -> difference.what().equals("group A") && difference.quantile() == 0.95)
                .findFirst()
                .map(difference -> of(difference.finding()))
                .orElseThrow();
    }

    private static Answer comparison(LossyPoint point, String metric) {
        return compared(point).metrics().stream()
                .filter(difference -> difference.metric().equals(metric))
                .findFirst()
                .map(difference -> of(difference.finding()))
                .orElseThrow();
    }

    private static RunComparison.Compared compared(LossyPoint point) {
        return COMPARED.computeIfAbsent(point, LossConsumersTest::compare);
    }

    private static RunComparison.Compared compare(LossyPoint point) {
        List<RunComparison.Side> baseline = new ArrayList<>();
        List<RunComparison.Side> other = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            double luck = 1 + 0.01 * (run % 3 - 1);
            baseline.add(side(LossyPoint.without(), "b" + run, 2 * luck));
            other.add(side(point, "n" + run, luck));
        }
        RunComparison.Compared compared = RunComparison.of(
                        new RunComparison.Question(baseline, List.of(other), List.of()), OptionalInt.empty())
                .runs()
                .get(0);
        assertThat(compared.refusals()).isEmpty();
        return compared;
    }

    /** As an output folder is read. A worse similarity is farther from 1. */
    private static RunComparison.Side side(LossyPoint point, String id, double factor) {
        RunReport report = report(point, id);
        StringWriter text = new StringWriter();
        try {
            TimingCsv csv = new TimingCsv(text);
            for (Timing timing : point.timings()) {
                csv.write(id, new TimingPoint(1, true, timing));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RunComparison.Side(
                report,
                points -> {
                    try {
                        return TimingCsvReader.responses(new StringReader(text.toString()), points).stream()
                                .map(response -> new Response(
                                        response.session(),
                                        response.operation(),
                                        response.group(),
                                        factor * response.millis()))
                                .toList();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                RunComparison.withoutTiming(report),
                points -> point.samples().stream()
                        .map(MetricValue::of)
                        .map(value -> new MetricValue(
                                value.session(),
                                value.operation(),
                                value.metric(),
                                value.timing(),
                                value.metric().equals(LossyPoint.SIMILARITY.id())
                                        ? 1 - factor * (1 - value.value())
                                        : factor * value.value()))
                        .toList(),
                Double.NaN);
    }

    private static RunReport report(LossyPoint lossy, String id) {
        JudgedPoint judged = lossy.judged();
        RunReport whole = new Sample(3, "office/writer").report(List.of());
        List<OperationSummary> operations = new ArrayList<>(judged.summary().operations());
        LogonSummary logons = judged.summary().logons();
        operations.add(new OperationSummary(
                "session",
                "logon",
                Group.C,
                LossyPoint.SESSIONS,
                logons.count(),
                logons.failed(),
                0,
                logons.notDelivered(),
                logons.p50Ms(),
                logons.p95Ms(),
                logons.p95Ms(),
                Double.NaN));
        List<RunReport.SessionFigures> sessions = judged.summary().ofSessions().stream()
                .map(session -> new RunReport.SessionFigures(
                        1,
                        session.session(),
                        "a",
                        session.lost(),
                        session.count(),
                        session.failed(),
                        session.p50AMs(),
                        session.p95AMs(),
                        session.p50BMs(),
                        session.p95BMs(),
                        lossy.logons().get(session.session()).millis(),
                        session.withoutTiming(),
                        List.of("office/calc"),
                        session.skipped(),
                        session.notDelivered(),
                        null,
                        LossyPoint.iterations(judged)))
                .toList();
        return new RunReport(
                new RunReport.Run(
                        id,
                        "test",
                        "A test",
                        "remote",
                        7,
                        judged.record().startedAt(),
                        judged.record().endedAt()),
                whole.verdict(),
                RunReport.millis(lossy.profile().thresholds()),
                Map.of(),
                List.of(LoadPoint.of(judged)),
                operations,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                sessions,
                whole.setup(),
                MetricInfo.of(LossyPoint.METRICS, lossy.profile()),
                null);
    }

    private static String html(LossyPoint point) {
        return PAGES.computeIfAbsent(point, LossConsumersTest::write);
    }

    private static String write(LossyPoint point) {
        StringWriter writer = new StringWriter();
        try {
            HtmlReport.write(report(point, "r"), List.of(), BandSamples.NONE, writer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writer.toString();
    }

    /** The row of a table with that head. */
    private static String row(String html, String caption, String head) {
        String table = html.substring(html.indexOf(caption));
        table = table.substring(table.indexOf("<tbody>"), table.indexOf("</tbody>"));
        Matcher row = Pattern.compile("<tr[^>]*>\\s*<th[^>]*>" + Pattern.quote(head) + "</th>.*?</tr>", Pattern.DOTALL)
                .matcher(table);
        assertThat(row.find()).as("row %s of %s", head, caption).isTrue();
        return row.group();
    }

    private static List<String> cells(String row) {
        return Pattern.compile("<td[^>]*>([^<]*)</td>")
                .matcher(row)
                .results()
                .map(cell -> cell.group(1))
                .toList();
    }

    private static double millis(String cell) {
        return cell.equals("∞") ? Double.POSITIVE_INFINITY : 200;
    }
}
