package io.deskmeter.controller.store.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.report.chart.BandSamples;
import io.deskmeter.controller.report.compare.RunComparison;
import io.deskmeter.controller.report.compare.RunComparison.Question;
import io.deskmeter.controller.report.compare.RunComparison.Side;
import io.deskmeter.controller.report.document.HtmlReport;
import io.deskmeter.controller.report.export.JUnitXml;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.controller.report.export.SessionCsv;
import io.deskmeter.controller.report.export.TimingCsv;
import io.deskmeter.controller.results.ReportAssembler;
import io.deskmeter.controller.results.Results;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.TestDatabase.Unopened;
import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.workload.operation.Group;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs that an earlier version stored, with tables of version 22, and what that version reported of them: a point with
 * a lost session, one whose lost session was allowed, operations that were not reached, a search, and a run whose
 * controller was killed. They open, and their figures are those of then but where a rule has changed.
 */
@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class EarlierRunsTest {
    private static final String RUNS = "runs-of-version-22.sql";
    private static final String REPORTS = "reports-of-version-22.json";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private Unopened store;

    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @SuppressWarnings("NullAway.Init")
    private RunQueries queries;

    @SuppressWarnings("NullAway.Init")
    private StoredRuns stored;

    @SuppressWarnings("NullAway.Init")
    private ReportAssembler reports;

    @SuppressWarnings("NullAway.Init")
    private JsonNode then;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        store = database.unopened(folder);
        store.flyway("22").migrate();
        new ResourceDatabasePopulator(new ClassPathResource(RUNS, getClass())).execute(store.source());
        try (InputStream in = requireNonNull(getClass().getResourceAsStream(REPORTS))) {
            then = JsonMapper.shared().readTree(in);
        }
        openStore();
    }

    private void openStore() throws IOException {
        opened = store.open();
        queries = new RunQueries(opened.reads);
        stored = Results.of(queries, opened.timings(), opened.samples(), opened.derived);
        reports = Results.reports(queries, stored, new EvidenceStore(opened.client, opened.reads, opened.writes));
    }

    @AfterEach
    void close() throws IOException {
        opened.close();
    }

    private RunReport report(String run) {
        return reports.report(run).orElseThrow();
    }

    private static String json(RunReport report) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportJson.write(report, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void eachOpensInEveryForm() throws IOException {
        assertThat(queries.runs(RunFilter.NONE, 0, 10)).extracting(RunRow::id).containsAll(then.propertyNames());
        for (String run : then.propertyNames()) {
            RunReport report = report(run);
            StringWriter html = new StringWriter();
            HtmlReport.write(
                    report,
                    points(run),
                    BandSamples.of(report, each -> stored.forEachSamplePoint(run, SampleStore.Selection.ALL, each)),
                    html);
            assertThat(html.toString()).as(run).doesNotContain("NaN", "Infinity");
            assertThat(json(report)).as(run).doesNotContain("NaN", "Infinity");
            ByteArrayOutputStream junit = new ByteArrayOutputStream();
            JUnitXml.write(report, junit);
            assertThat(junit.toString(StandardCharsets.UTF_8)).as(run).contains("<testsuite");
            StringBuilder csv = new StringBuilder();
            SessionCsv.write(report, csv);
            TimingCsv timings = new TimingCsv(csv);
            for (TimingPoint point : points(run)) {
                timings.write(run, point);
            }
            assertThat(stored.snapshot(run).orElseThrow().loadPoints()).hasSameSizeAs(report.loadPoints());
            assertThat(stored.stages(run)).isNotEmpty();
            assertThat(RunComparison.of(
                                    Question.eachWithTheFirst(List.of(side(run), side("r-find")), List.of()),
                                    OptionalInt.empty())
                            .runs())
                    .hasSize(1);
        }
    }

    private List<TimingPoint> points(String run) {
        List<TimingPoint> points = new ArrayList<>();
        stored.forEachPoint(run, points::add);
        return points;
    }

    private Side side(String run) {
        RunReport report = report(run);
        return new Side(
                report, points -> List.of(), RunComparison.withoutTiming(report), points -> List.of(), Double.NaN);
    }

    /** What was not reached has failed for its user; all else is what it was. */
    @Test
    void figuresAreThoseOfThenButForWhatWasNotReached() {
        for (String run : then.propertyNames()) {
            List<LoadPoint> points = report(run).loadPoints();
            JsonNode before = then.get(run).get("loadPoints");
            assertThat(points).as(run).hasSize(before.size());
            for (int i = 0; i < points.size(); i++) {
                for (Group group : List.of(Group.A, Group.B)) {
                    like(
                            run + " " + i + " " + group,
                            points.get(i).figures(group),
                            before.get(i).get("groups").get(group.name()));
                }
                assertThat(points.get(i).notJudged()).as(run).isNull();
                assertThat(points.get(i).discarded())
                        .isEqualTo(before.get(i).get("discarded").asInt());
                if (!before.get(i).get("pass").asBoolean()) {
                    assertThat(points.get(i).pass())
                            .as("%s %s is not better than it was", run, i)
                            .isFalse();
                }
            }
        }
    }

    private static void like(String what, LoadPoint.GroupFigures now, JsonNode then) {
        int skipped = then.get("skipped").asInt();
        assertThat(now.skipped()).as(what).isEqualTo(skipped);
        assertThat(now.failed()).as(what).isEqualTo(then.get("failed").asInt());
        assertThat(now.count()).as(what).isEqualTo(then.get("count").asInt() + skipped);
        assertThat(now.notDelivered()).as(what).isZero();
        if (skipped == 0) {
            assertThat(figure(now.p50Ms())).as(what).isEqualTo(then.get("p50Ms").asString());
            assertThat(figure(now.p95Ms())).as(what).isEqualTo(then.get("p95Ms").asString());
        }
    }

    private static String figure(double millis) {
        return Double.isFinite(millis) ? String.valueOf(Math.round(millis * 1000) / 1000.0) : "";
    }

    /** By then operations that were not reached left the figures, so the point passed. */
    @Test
    void aCapacityThatTheRulesOfTodayDoNotGiveSaysSo() {
        assertThat(report("r-find").verdict().remarks()).isEmpty();
        opened.jdbc.update(
                "update run set capacity = ? where id = 'r-skipped'",
                ColumnMapping.json(new CapacityView(2, 2, null, false, "all 2 sessions asked for passed")));
        RunReport report = report("r-skipped");
        assertThat(report.verdict().capacity()).isEqualTo(2);
        assertThat(report.loadPoints()).noneMatch(LoadPoint::pass);
        assertThat(report.verdict().remarks())
                .containsExactly(
                        "the capacity is the one that an earlier version of Deskmeter found; by the rules of today no"
                                + " load point of 2 sessions or more passes");
    }

    @Test
    void whatThisVersionAddedIsUnknownOfThem() {
        for (String run : then.propertyNames()) {
            RunReport report = report(run);
            assertThat(report.loadPoints()).allSatisfy(point -> {
                assertThat(Objects.requireNonNull(point.logons()).count()).isZero();
                assertThat(point.harness().generatorPauseMs()).isNull();
                assertThat(point.account())
                        .allSatisfy(line -> assertThat(line.ok()
                                        + line.slow()
                                        + line.failed()
                                        + line.notReached()
                                        + line.lost()
                                        + line.notDelivered()
                                        + line.unknown()
                                        + line.endedEarly())
                                .isEqualTo(line.planned()));
            });
            assertThat(report.sessions()).isNotEmpty().allMatch(session -> session.logonQueuedMs() == null);
            stored.forEachSamplePoint(
                    run,
                    SampleStore.Selection.ALL,
                    point -> assertThat(point.sample().noBetterThan()).isNaN());
        }
    }

    @Test
    void aSecondStartFindsTheSame() throws IOException {
        List<String> first = then.propertyNames().stream()
                .map(this::report)
                .map(EarlierRunsTest::json)
                .toList();
        opened.close();
        openStore();
        assertThat(then.propertyNames().stream()
                        .map(this::report)
                        .map(EarlierRunsTest::json)
                        .toList())
                .isEqualTo(first);
    }
}
