package io.deskmeter.controller.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.MetricFigures;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.controller.report.document.HtmlReport;
import io.deskmeter.controller.report.document.PdfReport;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.workload.metric.MetricSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the report shows of a metric with bands, second by second. */
class BandReportTest {
    private static final String PLAY = "av/sync/play";
    private static final long SECOND = 1_000_000_000;

    private final List<SamplePoint> samples = new ArrayList<>();
    private final RunReport whole = new io.deskmeter.controller.report.Sample(3, "av/sync").report(List.of());
    private final LoadPoint point = whole.decisive().orElseThrow();

    private static MetricInfo metric(MetricSource source) {
        return new MetricInfo(
                source.id(),
                source.metric().title(),
                source.metric().unit(),
                source.metric().better().word(),
                source.metric().statistic().word(),
                source.id(),
                null,
                List.of(PLAY),
                source.bands(),
                source.tellsOfEvents());
    }

    private static MetricFigures figures(String metric, int count, int failed, int unknown) {
        return new MetricFigures(metric, count, failed, unknown, 0.9, new Interval(0.8, 1), 10, 5, 10, 20, "");
    }

    private RunReport report(MetricFigures figures) {
        return report(
                figures,
                List.of(
                        metric(MetricSource.AV_SKEW),
                        metric(MetricSource.SOUND_DROPOUT),
                        metric(MetricSource.VIDEO_FREEZE),
                        metric(MetricSource.VIDEO_FRAMES)));
    }

    /** The decisive load point and no other. */
    private RunReport report(MetricFigures figures, List<MetricInfo> metrics) {
        LoadPoint with = new LoadPoint(
                point.index(),
                point.sessions(),
                point.pass(),
                point.verdict(),
                0,
                false,
                null,
                null,
                0,
                point.groups(),
                point.logons(),
                point.desktopsWithinThresholds(),
                null,
                null,
                0,
                0,
                point.sessions(),
                point.sessions(),
                point.outcomes(),
                point.account(),
                List.of(),
                0,
                point.startedAt(),
                point.endedAt(),
                point.resources(),
                point.harness(),
                List.of(),
                List.of(figures));
        return new RunReport(
                whole.run(),
                whole.verdict(),
                whole.thresholds(),
                whole.configuration(),
                List.of(with),
                List.of(),
                whole.stages(),
                List.of(),
                whole.agents(),
                whole.environment(),
                List.of(),
                whole.validity(),
                List.of(),
                whole.setup(),
                metrics,
                null);
    }

    private void add(int session, int second, MetricSource source, double value, String unknown) {
        Instant at = point.startedAt().plusSeconds(20 + second);
        samples.add(new SamplePoint(
                point.index(),
                true,
                Sample.builder(source.id())
                        .session(session)
                        .sequence(samples.size() + 1)
                        .operation("av/sync", "play")
                        .timing(3)
                        .during(second * SECOND, (second + 1L) * SECOND)
                        .value(value, unknown.isEmpty() ? 2 : Double.NaN)
                        .unknown(unknown)
                        .build(),
                at));
    }

    private String html(RunReport report) throws IOException {
        StringWriter writer = new StringWriter();
        HtmlReport.write(report, List.of(), BandSamples.of(report, samples::forEach), writer);
        return writer.toString();
    }

    private static long count(String html, String part) {
        return html.split(part, -1).length - 1L;
    }

    /** The page stays in {@code target/} for inspection. */
    @Test
    void eachSecondStandsInItsBandAndEachLossAtItsTime() throws IOException {
        double[] skews = {10, -100, -150, 200, 900};
        for (int session = 0; session < 2; session++) {
            for (int second = 0; second < skews.length; second++) {
                add(session, second, MetricSource.AV_SKEW, skews[second], "");
                add(session, second, MetricSource.SOUND_DROPOUT, second == 3 ? 6.1 : 0, "");
                add(session, second, MetricSource.VIDEO_FRAMES, 97, "");
            }
            add(session, 5, MetricSource.AV_SKEW, Double.NaN, "nothing heard: level -88.0 dB");
            add(session, 5, MetricSource.SOUND_DROPOUT, Double.NaN, "no <sound> came");
        }
        String html = html(report(figures("av-skew", 11, 1, 2)));
        Files.writeString(Path.of("target", "band-report.html"), html);

        assertThat(html)
                .contains(
                        "good: -60\u00A0ms to 40\u00A0ms (EBU R37)",
                        "acceptable: -185\u00A0ms to 90\u00A0ms (ITU-R BT.1359-1)")
                .contains("2 × nothing heard: level -88.0 dB")
                .contains("All 10 samples are drawn.", "All 6 marks are drawn.")
                .contains("Hollow dots at the edge are further out.")
                .contains("no &lt;sound&gt; came")
                .doesNotContain("<script", "NaN", "Infinity");
        // In the chart of the run, and in that of each session.
        assertThat(count(html, "class=\"second outside\"")).isEqualTo(4);
        assertThat(count(html, "class=\"event\"")).isEqualTo(4);
        assertThat(count(html, "class=\"unknown\"")).isEqualTo(8);
        assertThat(html)
                .contains("av-skew 900\u00A0ms ± 2\u00A0ms · session 1", "sound-dropout 6.1 % ± 2 % · session 0");
        // Of 13: 2 good, 2 not noticed, 2 acceptable, 4 beyond, 1 failed, 2 unknown.
        assertThat(html).contains("<td>15.4\u00A0% (2)</td>", "<td>30.8\u00A0% (4)</td>", "<td>7.7\u00A0% (1)</td>");
    }

    @Test
    void manySessionsAreBoundedAndTheWorstAreShown() throws IOException {
        for (int session = 0; session < 40; session++) {
            for (int second = 0; second < 150; second++) {
                add(session, second, MetricSource.AV_SKEW, session == 17 || second < session / 8 ? 70 : 0, "");
            }
        }
        String html = html(report(figures("av-skew", 6_000, 0, 0)));
        assertThat(html).contains("A random 4,000 of 6,000 samples are drawn; all are in samples.csv.");
        assertThat(count(html, "<figcaption>Session ")).isEqualTo(BandPanel.SESSIONS);
        assertThat(html)
                .contains("<figcaption>Session 17<", "<figcaption>Session 32<")
                .doesNotContain("Session 5<");
        assertThat(count(html, "class=\"second\""))
                .as("of the run and of six sessions")
                .isEqualTo(BandPanel.VALUES + BandPanel.SESSIONS * 150L);
    }

    /** Both begin at 0, so their names are at their upper edges. */
    @Test
    void bandsThatBeginAlikeHaveBothTheirNames() throws IOException {
        add(0, 0, MetricSource.DRAG_LAG, 12, "");
        String html = html(report(figures("drag-lag", 1, 0, 0), List.of(metric(MetricSource.DRAG_LAG))));
        Matcher names = Pattern.compile("y=\"([0-9.]+)\" text-anchor=\"start\">(not noticed|tracking does not suffer)<")
                .matcher(html);
        assertThat(names.find()).isTrue();
        assertThat(names.group(2)).isEqualTo("not noticed");
        double inner = Double.parseDouble(names.group(1));
        assertThat(names.find()).isTrue();
        assertThat(names.group(2)).isEqualTo("tracking does not suffer");
        assertThat(Double.parseDouble(names.group(1))).isLessThan(inner);
        assertThat(html)
                .contains("Marks below the chart: in grey, samples that are unknown.")
                .doesNotContain("All 0 marks");
    }

    @Test
    void withoutSamplesItSaysSo() throws IOException {
        assertThat(html(report(figures("av-skew", 0, 0, 0)))).contains("No samples came.");
    }

    @Test
    void itIsPrinted() throws IOException {
        add(0, 0, MetricSource.AV_SKEW, 12, "");
        add(0, 1, MetricSource.AV_SKEW, Double.NaN, "no sound came");
        RunReport report = report(figures("av-skew", 1, 0, 1));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PdfReport.write(report, List.of(), BandSamples.of(report, samples::forEach), out);
        Files.write(Path.of("target", "band-report.pdf"), out.toByteArray());
        assertThat(out.size()).isGreaterThan(10_000);
    }
}
