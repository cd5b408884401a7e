package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.metric.Statistic;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.Examples.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What metrics and the limits on them become. */
class MetricGrammarTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @Test
    void theIdOfASourceTakesItsDefaultsAndEachMayBeReplaced() throws InvalidDocumentException {
        Workload workload = (Workload)
                new Examples(root).read(Kind.WORKLOAD, Examples.resource(Kind.WORKLOAD.name + "/valid/metrics.yaml"));
        String similar = MetricSource.PICTURE_SIMILARITY.metric().title();
        assertThat(workload.metrics())
                .containsExactly(
                        new Metric(
                                "picture-similarity", similar, "1", Better.HIGHER, Statistic.P5, "picture-similarity"),
                        new Metric("frame-gap", "Pauses", "ms", Better.LOWER, Statistic.MAX, "frame-gap"),
                        new Metric(
                                "longest-build-up",
                                MetricSource.TIME_TO_FINAL_PICTURE.metric().title(),
                                "ms",
                                Better.LOWER,
                                Statistic.MEAN,
                                "time-to-final-picture"),
                        new Metric(
                                "sharp",
                                "Sharp pictures",
                                "1",
                                Better.HIGHER,
                                new Statistic.Within(0.9, 1, 0.8),
                                "picture-similarity"),
                        new Metric(
                                "sharp-enough",
                                similar,
                                "1",
                                Better.HIGHER,
                                new Statistic.Within(0.5, 1, 0.9),
                                "picture-similarity"));
    }

    @Test
    void limitsAreInTheUnitsOfTheirMetrics() throws InvalidDocumentException {
        RunProfile profile = (RunProfile) new Examples(root)
                .read(Kind.RUN_PROFILE, Examples.resource(Kind.RUN_PROFILE.name + "/valid/limits.yaml"));
        assertThat(profile.limits())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("picture-similarity", 0.9, "frame-gap", 2000.0, "sharp", 0.8));
        assertThat(profile.limits().keySet()).containsExactly("frame-gap", "picture-similarity", "sharp");
        assertThat(profile.expect())
                .contains(
                        new Expectation(new Expectation.OfMetric("frame-gap"), Expectation.Relation.AT_MOST, 300),
                        new Expectation(
                                new Expectation.OfMetric("picture-similarity"), Expectation.Relation.AT_LEAST, 0.95));
        assertThat(RunProfiles.write(profile)).contains("""
                limits:
                  frame-gap: 2000
                  picture-similarity: 0.9
                  sharp: 0.8
                """);
    }

    @Test
    void aMetricThatTwoWorkloadsDeclareDifferentlyHasNoLimit() {
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file("office/writer/workload.yaml", SampleCatalog.WRITER + "metrics: { frame-gap: { judge: max } }\n")
                .file("office/calc/workload.yaml", SampleCatalog.WRITER + "metrics: { frame-gap: }\n")
                .open();
        String profile = "workloads: office\nload: {fixed: {sessions: 3}}\nlimits: { frame-gap: 2s }\n";
        assertThat(SampleCatalog.problemsOf(() -> RunProfiles.parse("p.yaml", profile, catalog)))
                .containsExactly("3:9 limits metric frame-gap: declared differently by office/writer and office/calc"
                        + " (expected: alike, or another id in one of them)");
    }

    @Test
    void aLimitOfAMetricThatIsNotMeasuredNamesThoseThatAre() {
        WorkloadCatalog catalog = SampleCatalog.office(root).open();
        String profile = "workloads: office\nload: {fixed: {sessions: 3}}\nlimits: { frame-gap: 2s }\n";
        assertThat(SampleCatalog.problemsOf(() -> RunProfiles.parse("p.yaml", profile, catalog)))
                .containsExactly("3:22 limits.frame-gap metric frame-gap: no workload of the profile measures it"
                        + " (expected one of: unresponsive)");
    }

    @Test
    void everySessionHasAMetricThatNoWorkloadDeclares() throws InvalidDocumentException {
        WorkloadCatalog catalog = SampleCatalog.office(root).open();
        for (String limit : List.of("1%", "1", "1.0")) {
            String profile =
                    "workloads: office\nload: {fixed: {sessions: 3}}\nlimits: { unresponsive: " + limit + " }\n";
            assertThat(RunProfiles.parse("p.yaml", profile, catalog).limits()).isEqualTo(Map.of("unresponsive", 1.0));
        }
        String duration = "workloads: office\nload: {fixed: {sessions: 3}}\nlimits: { unresponsive: 1s }\n";
        assertThat(SampleCatalog.problemsOf(() -> RunProfiles.parse("p.yaml", duration, catalog)))
                .singleElement()
                .asString()
                .contains("a number in the metric's unit, `%`");
    }

    @Test
    void aWorkloadThatDeclaresAMetricOfEverySessionIsAnError() {
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file("office/writer/workload.yaml", SampleCatalog.WRITER + "metrics: { unresponsive: }\n")
                .open();
        assertThat(SampleCatalog.problemsOf(() -> catalog.load("office/writer")))
                .singleElement()
                .asString()
                .contains("id unresponsive (expected: another one; every session has this metric");
    }

    @Test
    void statisticsAreReadBackFromTheirWords() {
        for (Statistic statistic : List.of(
                Statistic.P95,
                Statistic.P5,
                Statistic.MEAN,
                Statistic.MAX,
                new Statistic.Within(-1.5, 20, 0.95),
                new Statistic.Within(1e-9, 1e9, 1))) {
            assertThat(Statistic.of(statistic.word())).contains(statistic);
        }
        assertThat(Statistic.of("within 2 to 1, share 0.5")).isEmpty();
        assertThat(Statistic.of("p50")).isEmpty();
    }
}
