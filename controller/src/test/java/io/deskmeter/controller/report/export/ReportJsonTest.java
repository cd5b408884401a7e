package io.deskmeter.controller.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunVerdict;
import io.deskmeter.controller.report.Sample;
import io.deskmeter.controller.report.chart.BandSamples;
import io.deskmeter.controller.report.document.HtmlReport;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.operation.Group;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportJsonTest {
    private final RunReport report = new Sample(5, "office/writer").report(List.of());
    private final JsonNode json = JsonMapper.shared().readTree(write(report));

    @Test
    void hasTheKeysOfTheContract() {
        assertThat(names(json))
                .contains("run", "verdict", "thresholds", "loadPoints", "operations", "agents", "environment");
        assertThat(names(json.get("run"))).contains("id", "profile", "mode", "seed", "startedAt", "endedAt");
        assertThat(names(json.get("verdict")))
                .contains("capacity", "capacityInterval", "limitedBy", "valid", "reasons");
        assertThat(names(json.get("thresholds"))).containsExactly("A", "B");
        JsonNode point = json.get("loadPoints").get(0);
        assertThat(names(point))
                .contains(
                        "sessions", "pass", "discarded", "groups", "desktopsWithinThresholds", "resources", "harness");
        assertThat(names(point.get("groups"))).containsExactly("A", "B");
        assertThat(names(point.get("groups").get("A"))).contains("count", "failed", "p50Ms", "p95Ms", "p95Ci");
        assertThat(names(point.get("resources"))).contains("cpuPct", "memUsedMb");
        assertThat(names(point.get("harness"))).contains("cpuPct");
        assertThat(names(json.get("operations").get(0)))
                .containsExactlyInAnyOrder(
                        "workload",
                        "operation",
                        "group",
                        "sessions",
                        "count",
                        "failed",
                        "skipped",
                        "notDelivered",
                        "p50Ms",
                        "p95Ms",
                        "p99Ms",
                        "resolutionP95Ms",
                        "handled");
    }

    @Test
    void hasTheTypesOfTheContract() {
        assertThat(json.get("run").get("startedAt").asString()).isEqualTo("2026-03-14T09:26:53.589793Z");
        assertThat(json.get("thresholds").get("A").asInt()).isEqualTo(1000);
        assertThat(json.get("verdict").get("capacity").isInt()).isTrue();
        assertThat(json.get("verdict").get("capacityInterval").size()).isEqualTo(2);
        assertThat(json.get("verdict").get("valid").asBoolean()).isTrue();
        assertThat(json.get("verdict").get("limitedBy").asString()).isEqualTo("A");
        JsonNode ci = json.get("loadPoints").get(0).get("groups").get("A").get("p95Ci");
        assertThat(ci.get(0).asDouble()).isLessThanOrEqualTo(ci.get(1).asDouble());
    }

    @Test
    void runComesFirstAsPeopleReadIt() {
        assertThat(write(report)).startsWith("{\n  \"run\" : {\n    \"id\" : \"r-20260314-092653\"");
    }

    @Test
    void whatIsNotFiniteIsNull() {
        RunVerdict open = RunVerdict.of(
                new Capacity(3, new Interval(3, Double.POSITIVE_INFINITY), false, "all 3 sessions passed"),
                true,
                null,
                null,
                List.of());
        String text = write(with(open));
        assertThat(text).doesNotContain("NaN").doesNotContain("Infinity");
        JsonNode verdict = JsonMapper.shared().readTree(text).get("verdict");
        assertThat(verdict.get("capacityInterval").toString()).isEqualTo("[3,null]");
        assertThat(verdict.get("limitedBy").isNull()).isTrue();
        assertThat(write(with(RunVerdict.unknown(List.of("agent a-7f31 was lost")))))
                .contains("\"capacity\" : null");
    }

    @Test
    void comesBackAsItWas() {
        String written = write(report);
        RunReport read = ReportJson.read(new ByteArrayInputStream(written.getBytes(StandardCharsets.UTF_8)));
        assertThat(write(read)).isEqualTo(written);
        assertThat(read.run()).isEqualTo(report.run());
        assertThat(read.loadPoints()).hasSameSizeAs(report.loadPoints());
    }

    /** As version 0.1 wrote it before load points had accounts. */
    @Test
    void aReportWithoutAccountsOpens() throws Exception {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("report-without-accounts.json"))) {
            RunReport old = ReportJson.read(in);
            assertThat(old.loadPoints()).hasSize(2).allSatisfy(point -> {
                assertThat(point.account()).isEmpty();
                assertThat(point.withoutTiming()).isEmpty();
                assertThat(point.logons()).isNull();
                assertThat(point.notJudged()).isNull();
                assertThat(point.figures(Group.A).count()).isPositive();
                assertThat(point.figures(Group.A).notDelivered()).isZero();
            });
            assertThat(old.verdict().remarks()).isEmpty();
            assertThat(old.sessions()).isNotEmpty().allMatch(session -> session.notDelivered() == 0);
            StringWriter html = new StringWriter();
            HtmlReport.write(old, List.of(), BandSamples.NONE, html);
            assertThat(html.toString()).doesNotContain("NaN", "Infinity", "What was planned, and how it ended");
            JUnitXml.write(old, OutputStream.nullOutputStream());
        }
    }

    private RunReport with(RunVerdict verdict) {
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

    private static String write(RunReport report) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportJson.write(report, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Set<String> names(JsonNode object) {
        return new TreeSet<>(object.propertyNames());
    }
}
