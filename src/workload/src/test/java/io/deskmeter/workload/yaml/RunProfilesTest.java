package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.run.ValidityBounds;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.yaml.Examples.Example;
import io.deskmeter.workload.yaml.Examples.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunProfilesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @Test
    void defaultsAreThoseOfTheField() throws InvalidDocumentException {
        WorkloadCatalog catalog = SampleCatalog.office(root).open();
        RunProfile profile =
                RunProfiles.parse("some/where/demo.yaml", "workloads: office\nload: {fixed: {sessions: 3}}", catalog);
        assertThat(profile)
                .isEqualTo(RunProfile.builder(
                                "demo",
                                catalog.workloadProfile("office"),
                                new Target.LocalDesktops(1280, 800),
                                new Load.Fixed(3))
                        .thresholds(new Thresholds(Duration.ofSeconds(1), Duration.ofSeconds(6)))
                        .evidence(RunProfile.Evidence.SLOW)
                        .logonInterval(Duration.ofSeconds(2))
                        .build());
        assertThat(profile.workloads().steadyIterations()).isEqualTo(3);
    }

    @Test
    void theCanonicalFormIsFixed() {
        assertThat(RunProfiles.write(ramp("capacity", "How many? 100 %: #1", 0.125, 7)))
                .isEqualTo("""
                        id: capacity
                        title: 'How many? 100 %: #1'
                        workloads:
                          id: 'true'
                          workloads:
                          - office/writer
                          - '2024'
                          iterations: 5
                          steady:
                            skipFirst: 1
                            skipLast: 1
                          think:
                            mean: 1500ms
                            spread: 12.5%
                          order: fixed
                          seed: 7
                        mode: remote
                        target:
                          local:
                            desktop: 1280x800
                            through: rfb
                        load:
                          ramp:
                            from: 1
                            add: 2
                            max: 60
                          sessions: incremental
                        thresholds:
                          A: 1s
                          B: 6s
                        evidence: all
                        logonInterval: 2m
                        expect:
                          capacity: '>= 8'
                          groupA.p95: < 900ms
                          groupB.failed: <= 1.25%
                        validity:
                          logons: 100%
                          lost: 5%
                          pacing: 10%
                          mix: 0%
                          lag: 1s
                          harnessCpu: 100%
                        """);
    }

    @Test
    void aThresholdOfLogonsIsInTheCanonicalFormIfThereIsOne() throws InvalidDocumentException {
        RunProfile profile = RunProfiles.parseSelfContained("p.yaml", """
                workloads: { workloads: [office/writer] }
                load: { fixed: { sessions: 8 } }
                thresholds: { logon: 30s }
                """);
        assertThat(profile.thresholds().logon()).hasValue(Duration.ofSeconds(30));
        String yaml = RunProfiles.write(profile);
        assertThat(yaml).contains("  B: 6s\n  logon: 30s\n");
        assertThat(RunProfiles.parseSelfContained("p.yaml", yaml)).isEqualTo(profile);
    }

    @Test
    void sharesOfSessionsAreInTheCanonicalForm() throws InvalidDocumentException {
        RunProfile profile = RunProfiles.parseSelfContained("p.yaml", """
                workloads:
                  workloads: [office/writer, { workload: video/play, sessions: 12.5% }, { workload: office/calc, sessions: 100% }]
                load: { fixed: { sessions: 8 } }
                """);
        assertThat(profile.workloads().workloads()).containsExactly("office/writer", "video/play", "office/calc");
        assertThat(profile.workloads().shares()).containsExactly(Map.entry("video/play", 0.125));
        String yaml = RunProfiles.write(profile);
        assertThat(yaml).contains("""
                  workloads:
                  - office/writer
                  - workload: video/play
                    sessions: 12.5%
                  - office/calc
                """);
        assertThat(RunProfiles.parseSelfContained("p.yaml", yaml)).isEqualTo(profile);
    }

    static Stream<Example> runProfiles() {
        return Examples.valid().filter(example -> example.kind() == Kind.RUN_PROFILE);
    }

    @ParameterizedTest
    @MethodSource("runProfiles")
    void whatWasParsedAndWrittenParsesToTheSame(Example example) throws InvalidDocumentException {
        RunProfile profile = (RunProfile) new Examples(root).read(example.kind(), example.text());
        String yaml = RunProfiles.write(profile);
        assertThat(RunProfiles.parseSelfContained("elsewhere.yaml", yaml)).isEqualTo(profile);
        assertThat(RunProfiles.parse("elsewhere.yaml", yaml, WorkloadCatalog.open(root)))
                .isEqualTo(profile);
        assertThat(RunProfiles.write(RunProfiles.parseSelfContained("x.yaml", yaml)))
                .isEqualTo(yaml);
    }

    @Test
    void awkwardTitlesSeedsAndSpreadsSurvive() throws InvalidDocumentException {
        Random random = new Random(20);
        for (String title : List.of(
                "null", "~", "- a", "a: b", "'", "\"\\", " leading", "é€😀", "{}", "*x", "&x", "!x", "%", "1e3")) {
            RunProfile profile = ramp("x", title, random.nextDouble(), random.nextLong());
            assertThat(RunProfiles.parseSelfContained("x.yaml", RunProfiles.write(profile)))
                    .isEqualTo(profile);
        }
    }

    @Test
    void whatCannotBeReadBackIsNotWritten() {
        RunProfile profile = ramp("x", "x", 0, 1);
        RunProfile fine = profile.like()
                .limits(Map.of())
                .logonInterval(Duration.ofNanos(1))
                .build();
        assertThatThrownBy(() -> RunProfiles.write(fine))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("whole milliseconds");
    }

    @Test
    void withoutACatalogNamesAreNotLookedUp() throws InvalidDocumentException {
        String inlined = "workloads: {workloads: [not/here]}\nload: {fixed: {sessions: 1}}";
        assertThat(RunProfiles.parseSelfContained("p.yaml", inlined).workloads().workloads())
                .containsExactly("not/here");
        assertThatThrownBy(() ->
                        RunProfiles.parseSelfContained("p.yaml", "workloads: office\nload: {fixed: {sessions: 1}}"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage("p.yaml:1:12: workloads: office (expected: the workload profile itself, as a map;"
                        + " names are not resolved here)");
    }

    /** Its timings could not be stored: the column of a workload's id holds 200 characters. */
    @Test
    void anIdOfAWorkloadThatNoColumnHoldsIsRefusedWithTheLimit() throws InvalidDocumentException {
        String longest = "a".repeat(100) + "/" + "b".repeat(99);
        assertThat(RunProfiles.parseSelfContained("p.yaml", profileOf(longest))
                        .workloads()
                        .workloads())
                .containsExactly(longest);
        assertThatThrownBy(() -> RunProfiles.parseSelfContained("p.yaml", profileOf(longest + "b")))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(longest.substring(0, 30))
                .hasMessageContaining("at most 200 characters");
    }

    private static String profileOf(String workload) {
        return """
                id: p
                workloads: { workloads: [%s] }
                load: { fixed: { sessions: 1 } }
                """.formatted(workload);
    }

    @Test
    void aFileNameThatIsNoNameNeedsAnId() {
        assertThat(SampleCatalog.problemsOf(() -> RunProfiles.parseSelfContained(
                        "C:\\my runs\\my run.yaml", "workloads: {workloads: [a]}\nload: {fixed: {sessions: 1}}")))
                .containsExactly("1:1  `id` is missing, and `my run` cannot stand for it"
                        + " (expected: a name of letters, digits, `.`, `_` and `-`)");
    }

    private static RunProfile ramp(String id, String title, double spread, long seed) {
        return RunProfile.builder(
                        id,
                        new WorkloadProfile(
                                "true",
                                List.of("office/writer", "2024"),
                                5,
                                1,
                                1,
                                new ThinkTime(Duration.ofMillis(1500), spread),
                                WorkloadProfile.Order.FIXED,
                                seed),
                        new Target.LocalDesktops(1280, 800),
                        new Load.Ramp(1, 2, 60))
                .title(title)
                .evidence(RunProfile.Evidence.ALL)
                .logonInterval(Duration.ofMinutes(2))
                .expect(List.of(
                        new Expectation(Expectation.Metric.CAPACITY, Expectation.Relation.AT_LEAST, 8),
                        new Expectation(Expectation.Metric.GROUP_A_P95, Expectation.Relation.BELOW, 900),
                        new Expectation(Expectation.Metric.GROUP_B_FAILED, Expectation.Relation.AT_MOST, 0.0125)))
                .validity(new ValidityBounds(1, 0.05, 0.1, 0, Duration.ofSeconds(1), 1))
                .build();
    }
}
