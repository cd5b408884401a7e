package io.deskmeter.controller.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.report.CalibrationInfo;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunVerdict;
import io.deskmeter.controller.report.Sample;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.report.chart.BandSamples;
import io.deskmeter.controller.report.chart.ResponseChart;
import io.deskmeter.evidence.Markup;
import io.deskmeter.workload.targets.Calibration;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private static final String HOSTILE = "<script>alert('x')</script>\"&\u0007/writer";

    /** The sample report stays in {@code target/} for inspection. */
    @Test
    void showsEveryPartOfARun() throws IOException {
        Sample sample = new Sample(5, "office/writer");
        RunReport report = sample.report(List.of());
        String html = html(report, sample.timings());
        Files.writeString(Path.of("target", "sample-report.html"), html);

        assertThat(html).startsWith("<!DOCTYPE html>\n<html lang=\"en\">");
        assertThat(html).contains(Markup.escaped(report.verdict().sentence()));
        assertThat(count(html, "class=\"p95 [ab]( open| cross)?\""))
                .isEqualTo(2L * report.loadPoints().size());
        assertThat(count(html, "<tr class=\"(pass|fail)\">"))
                .isEqualTo(report.loadPoints().size());
        assertThat(count(html, "<circle class=\"pt ") + count(html, "<path class=\"pt failed"))
                .isEqualTo(sample.timings().size());
        assertThat(html).contains("All " + Format.count(sample.timings().size()) + " operations are drawn.");
        assertThat(html)
                .contains("capacity " + report.verdict().capacity(), "1 of 7", "evidence/s3-17-compute-end.png");
        assertThat(html)
                .contains("<h2>Gestures</h2>", "src=\"./evidence/s2-18-drag-ok-gesture-path.png\"")
                .contains("ue/drag/drag, session 2, ok, path of the gesture");
        report.configuration().values().forEach(value -> assertThat(html).contains(Markup.escaped(value)));
        report.environment().values().forEach(value -> assertThat(html).contains(Markup.escaped(value)));
    }

    /** No agent runs on desktops that are seen only. */
    @Test
    void theProcessorIsThatOfTheGeneratorWhereNothingIsKnownOfTheHosts() throws IOException {
        Pattern tile = Pattern.compile(
                "Harness processor</p>\\s*<p class=\"figure\">([^<]*)</p>\\s*<p class=\"meta\">([^<]*)");
        Sample known = new Sample(5, "office/writer");
        Matcher ofHosts = tile.matcher(html(known.report(List.of()), known.timings()));
        assertThat(ofHosts.find()).isTrue();
        assertThat(ofHosts.group(2)).contains(", host ").doesNotContain("–");

        Sample seenOnly = new Sample(5, "office/writer", 0);
        Matcher ofGenerator = tile.matcher(html(seenOnly.report(List.of()), seenOnly.timings()));
        assertThat(ofGenerator.find()).isTrue();
        assertThat(ofGenerator.group(1)).isEqualTo(ofHosts.group(1));
        assertThat(ofGenerator.group(2)).contains(", generator farm ").doesNotContain("–");
    }

    /** A search measures sizes in any order; its lines go from few sessions to many. */
    @Test
    void linesDoNotDependOnTheOrderOfTheLoadPoints() throws IOException {
        Sample sample = new Sample(5, "office/writer");
        List<String> upwards = lines(html(sample.report(List.of()), sample.timings()));
        sample.reverse();
        assertThat(lines(html(sample.report(List.of()), sample.timings())))
                .hasSizeGreaterThanOrEqualTo(8)
                .isEqualTo(upwards);
    }

    /** The responses of group A rise beyond their threshold with the load, so the label is at the other end. */
    @Test
    void theLabelOfAThresholdIsWhereTheCurveIsNot() throws IOException {
        Sample sample = new Sample(5, "office/writer");
        String html = html(sample.report(List.of()), sample.timings());
        String chart = html.substring(html.indexOf("95th percentile of group A"));
        Matcher curve = Pattern.compile("<path class=\"curve a\" d=\"M([0-9.]+) ([0-9.]+)[^\"]*L([0-9.]+) ([0-9.]+)\"")
                .matcher(chart);
        Matcher label = Pattern.compile(
                        "<text class=\"note\" x=\"([0-9.]+)\" y=\"([0-9.]+)\" text-anchor=\"(start|end)\">threshold")
                .matcher(chart);
        assertThat(curve.find() && label.find()).as("a curve and a label").isTrue();
        double y = Double.parseDouble(label.group(2));
        assertThat(Double.parseDouble(curve.group(2)))
                .as("the curve begins below the label")
                .isGreaterThan(y);
        assertThat(Double.parseDouble(curve.group(4)))
                .as("the curve ends above it")
                .isLessThan(y);
        assertThat(label.group(3)).isEqualTo("start");
        assertThat(Double.parseDouble(label.group(1))).isLessThan(Double.parseDouble(curve.group(3)) - 200);
    }

    private static List<String> lines(String html) {
        return Pattern.compile("<path class=\"(?:curve|median) [^>]*>")
                .matcher(html)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void loadsNothingAndRunsNothing() throws IOException {
        Sample sample = new Sample(5, "office/writer");
        String html = html(sample.report(List.of()), sample.timings());
        assertThat(html).doesNotContainPattern("(?i)(src|href)=\"(?!\\./)");
        assertThat(html).doesNotContainPattern("(?i)https?:|//[a-z]|@import|url\\(|<script|<link|<iframe|javascript:");
    }

    @Test
    void hostileNamesStayText() throws IOException {
        Sample sample = new Sample(3, HOSTILE);
        RunReport report = sample.report(List.of("<img src=x onerror=alert(1)>"));
        String html = html(report, sample.timings());
        assertThat(html).doesNotContain("<script", "<img src=x", "alert('x')", "\u0007");
        assertThat(html).contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;\uFFFD/writer/open");
        assertThat(html).contains("&lt;img src=x onerror=alert(1)&gt;");
    }

    @Test
    void everyElementIsClosed() throws IOException {
        Sample sample = new Sample(5, "office/writer");
        String html = html(sample.report(List.of()), sample.timings());
        for (String tag : List.of("svg", "table", "section", "figure", "div", "tr", "td", "g", "title", "details")) {
            assertThat(count(html, "<" + tag + "[ >]")).as(tag).isEqualTo(count(html, "</" + tag + ">"));
        }
        assertThat(count(html, "<table class=")).isEqualTo(count(html, "<caption>"));
        assertThat(count(html, "<svg "))
                .isEqualTo(count(html, "<svg [^>]*role=\"img\" aria-label=\"[^\"]+\">\\s*<title>"));
        assertThat(html).doesNotContain("NaN", "Infinity", "null");
    }

    @Test
    void showsThatARunIsInvalidAndWhy() throws IOException {
        Sample sample = new Sample(3, "office/writer");
        String html = html(sample.report(List.of("agent a-7f31 was lost")), sample.timings());
        assertThat(html).contains("role=\"alert\"", "This run is invalid", "<li>agent a-7f31 was lost</li>");
    }

    @Test
    void drawsAtMostSoManyAndSaysSo() throws IOException {
        Sample sample = new Sample(40, "office/writer");
        int total = sample.timings().size();
        assertThat(total).isGreaterThan(ResponseChart.LIMIT);
        String html = html(sample.report(List.of()), sample.timings());
        assertThat(count(html, "<circle class=\"pt ") + count(html, "<path class=\"pt failed"))
                .isEqualTo(ResponseChart.LIMIT);
        assertThat(html).contains("A random 5,000 of " + Format.count(total) + " operations are drawn");
        assertThat(html).hasSizeLessThan(2_000_000);
    }

    @Test
    void showsExpectationsChecksAndSessions() throws IOException {
        Sample sample = new Sample(5, "office/writer");
        String html = html(sample.report(List.of()), sample.timings());
        assertThat(html)
                .contains("What was expected", "groupA.p95", "&lt; 1 ms", "inconclusive")
                .contains("A run beyond a limit is invalid", "bound: at most 2 %")
                .contains("logons, from the start of the desktop to its first usable frame: p50 900")
                .contains("Each session at");
    }

    @Test
    void aRunThatEndedBeforeItsFirstLoadPointHasAReportToo() throws IOException {
        RunReport whole = new Sample(3, "office/writer").report(List.of());
        RunReport empty = new RunReport(
                new RunReport.Run("r-1", "demo", "Demo", "local", 1, whole.run().startedAt(), null),
                RunVerdict.unknown(List.of("the controller was ended")),
                whole.thresholds(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                whole.setup(),
                List.of(),
                null);
        String html = html(empty, List.of());
        assertThat(html).contains("The run ended before a capacity was found.", "No load point was measured.");
        assertThat(html).doesNotContain("NaN", "Infinity", "null");
    }

    @Test
    void theCalibrationIsShownWithItsPictures() throws IOException {
        RunReport whole = new Sample(3, "office/writer").report(List.of());
        assertThat(html(whole, List.of())).doesNotContain("<h2>Calibration");
        Calibration calibration = new Calibration(
                "dark",
                LocalDate.of(2026, 11, 23),
                "1280x800 through rfb",
                List.of(new Calibration.Picture(
                        "office/writer", "landmarks/saved.png", "0".repeat(64), "iVBORw0KGgo=")));
        RunReport calibrated = new RunReport(
                whole.run(),
                whole.verdict(),
                whole.thresholds(),
                whole.configuration(),
                whole.loadPoints(),
                whole.operations(),
                whole.stages(),
                whole.evidence(),
                whole.agents(),
                whole.environment(),
                whole.expectations(),
                whole.validity(),
                whole.sessions(),
                whole.setup(),
                whole.metrics(),
                CalibrationInfo.of(calibration));
        assertThat(html(calibrated, List.of()))
                .contains("<h2>Calibration")
                .contains("dark of 2026-11-23, 1280x800 through rfb, SHA-256 " + calibration.checksum())
                .contains("data:image/png;base64,iVBORw0KGgo=")
                .contains("landmarks/saved.png of office/writer");
    }

    private static String html(RunReport report, List<TimingPoint> points) throws IOException {
        StringWriter writer = new StringWriter();
        HtmlReport.write(report, points, BandSamples.NONE, writer);
        return writer.toString();
    }

    private static long count(String html, String pattern) {
        return Pattern.compile(pattern).matcher(html).results().count();
    }
}
