package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.profile.References;
import io.deskmeter.workload.yaml.profile.TypedTexts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Documents within the limits of size and depth that somebody wrote to take time or memory, or to have something else
 * said than is true.
 */
@Tag("slow")
class HostileDocumentsTest {
    private static final Duration QUICKLY = Duration.ofSeconds(8);
    private static final String PROFILE = """
            workloads: { workloads: [office/writer] }
            load: { fixed: { sessions: 1 } }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    /**
     * Each message of an unknown key listed all that are known, and each was compared with all: a document of 256 KiB
     * took gigabytes.
     */
    @Test
    void thousandsOfUnknownKeysBesideThousandsOfKnownOnes() {
        String known = keys("a", 6_000);
        String unknown = keys("A", 6_000);
        List<String> problems = quickly(PROFILE + "expect: {" + known + unknown + "}");
        assertThat(problems).hasSize(101);
        assertThat(String.join("", problems).length()).isLessThan(1_000_000);
        assertThat(problems.get(100)).endsWith(" more problems from here on");
    }

    @Test
    void thousandsOfKeysThatAreNoNamesBesideThousandsThatAre() {
        List<String> problems = quickly(PROFILE + "limits: {" + keys("a", 6_000) + "[]: 1,".repeat(6_000) + "}");
        assertThat(problems).hasSize(101);
        assertThat(String.join("", problems).length()).isLessThan(1_000_000);
    }

    @Test
    void aLongKeyBesideLongOnes() {
        String known = IntStream.range(0, 2_000)
                .mapToObj(i -> "a".repeat(50) + i + ": 1, ")
                .collect(Collectors.joining());
        List<String> problems = quickly(PROFILE + "expect: {" + known + "A".repeat(120_000) + ": 1}");
        assertThat(problems).isNotEmpty();
    }

    private static String keys(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> prefix + Integer.toString(i, 36) + ": 1,")
                .collect(Collectors.joining());
    }

    /** A group that a regular expression repeats takes a part of the stack for each time. */
    @Test
    void aLongHost() {
        assertThat(quickly(PROFILE + "target: { vnc: { hosts: [" + "a".repeat(200_000) + "] } }"))
                .anyMatch(problem -> problem.contains("expected: a host as"));
        assertThat(SampleCatalog.problemsOf(() -> AccountSets.parse(
                        "a.yaml", "hosts: [" + "a".repeat(200_000) + "]\naccounts: [{ user: a, password: b }]")))
                .anyMatch(problem -> problem.contains("expected: a host as"));
    }

    @Test
    void aLongKeyCombination() {
        assertThat(quickly(PROFILE + "target: { vnc: { hosts: [a], desktopAgent: none, launcher: { dialog: "
                        + "a+".repeat(100_000) + "a } } }"))
                .anyMatch(problem -> problem.contains("expected: keys joined by +"));
    }

    @Test
    void aLongNameOfALandmark() {
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file(
                        "office/writer/workload.yaml",
                        SampleCatalog.WRITER.replace("landmarks/title", "landmarks/" + "a/".repeat(100_000) + "title"))
                .open();
        assertThat(SampleCatalog.problemsOf(() -> catalog.load("office/writer")))
                .anyMatch(problem -> problem.contains("expected: a picture as"));
    }

    /** Each is ten thousand hosts, so the second one is too much. */
    @Test
    void thousandsOfRangesOfHosts() {
        String hosts = "'a{1..9999}', ".repeat(4_000);
        assertThat(quickly(PROFILE + "target: { vnc: { hosts: [" + hosts + "] } }"))
                .anyMatch(problem -> problem.contains("at most 10000 in all"));
        assertThat(quickly(PROFILE + "target: { vnc: { hosts: [" + "'{1..9999}{1..9999}', ".repeat(10_000) + "] } }"))
                .anyMatch(problem -> problem.contains("at most 10000 texts"));
        Assertions.assertTimeout(
                QUICKLY,
                () -> assertThat(SampleCatalog.problemsOf(() -> AccountSets.parse(
                                "a.yaml",
                                "hosts: [" + "'*a{1..9999}', ".repeat(2_000)
                                        + "]\naccounts: [{ user: a, password: b }]")))
                        .anyMatch(problem -> problem.contains("hosts in all")));
    }

    /** Its folder was summed, and it was loaded and kept, as often as it was named. */
    @Test
    void aWorkloadThatIsNamedOftenIsLookedUpOnce() {
        Counting references = new Counting();
        String yaml = "workloads: { workloads: [" + "a, ".repeat(900) + "] }\n"
                + "load: { fixed: { sessions: 1 } }\nlimits: { frame-gap: 1 }";
        assertThat(SampleCatalog.problemsOf(() -> RunProfiles.parse("p.yaml", yaml, references)))
                .hasSize(101)
                .first()
                .asString()
                .contains("a (expected: each workload once)");
        assertThat(references.checked).containsExactly("a");
        assertThat(references.measured).containsExactly("a");
    }

    @Test
    void thousandsOfWorkloads() {
        WorkloadCatalog catalog = SampleCatalog.office(root).open();
        String ids = IntStream.range(0, 30_000)
                .mapToObj(i -> "w" + Integer.toString(i, 36) + ", ")
                .collect(Collectors.joining());
        Assertions.assertTimeout(
                QUICKLY,
                () -> assertThat(SampleCatalog.problemsOf(() -> RunProfiles.parse(
                                "p.yaml",
                                "workloads: { workloads: [" + ids + "] }\nload: { fixed: { sessions: 1 } }",
                                catalog)))
                        .singleElement()
                        .asString()
                        .contains("30000 workloads (expected: at most 1000)"));
    }

    /** A document can have any character by its number, and what is wrong with it is printed in terminals. */
    @Test
    void messagesShowWhatATerminalWouldObey() {
        List<String> problems = new ArrayList<>(
                problems(PROFILE + "\"x\\e[2J\\n1:1: forged\\u202e\": 1\nmode: \"\\e]0;title\\a\"\nid: \"\\ud800\""));
        assertThat(problems).hasSize(3);
        assertThat(String.join("", problems))
                .contains("x\\u001B[2J\\u000A1:1: forged\\u202E", "\\u001B]0;title\\u0007", "\\uD800")
                .matches("[^\\p{Cc}\\p{Cf}\\p{Cs}]*");
    }

    /** Each occurrence is read, and kept, by itself. */
    @Test
    void aLargeOperationAThousandTimes() {
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file(
                        "office/writer/workload.yaml",
                        SampleCatalog.WRITER.replace(
                                "do: { launch: application }",
                                "times: 1000\n    do: [" + "{ wait: 1s }, ".repeat(4_000) + "]"))
                .open();
        Assertions.assertTimeout(
                QUICKLY,
                () -> assertThat(SampleCatalog.problemsOf(() -> catalog.load("office/writer")))
                        .anyMatch(problem -> problem.contains("1000 times")));
    }

    /** Each of them was within the bound of one, and 25 of them took the memory of a controller. */
    @Test
    void severalLargeOperationsAThousandTimes() {
        String more = IntStream.range(0, 2)
                .mapToObj(i -> "  - id: more" + i + "\n    group: A\n    times: 1000\n    do: ["
                        + "{ wait: 1s }, ".repeat(400) + "]\n    until: { appears: landmarks/title.png }\n")
                .collect(Collectors.joining());
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file("office/writer/workload.yaml", SampleCatalog.WRITER + more)
                .open();
        Assertions.assertTimeout(
                QUICKLY,
                () -> assertThat(SampleCatalog.problemsOf(() -> catalog.load("office/writer")))
                        .anyMatch(problem -> problem.contains("1000 times")));
    }

    /** The folder was walked for each occurrence. */
    @Test
    void landmarksThatAreMissingAThousandTimes() {
        String more = "  - id: more\n    group: A\n    times: 1000\n    do: ["
                + "{ click: landmarks/none.png }, ".repeat(100) + "]\n    until: { appears: landmarks/title.png }\n";
        SampleCatalog sample =
                SampleCatalog.office(root).file("office/writer/workload.yaml", SampleCatalog.WRITER + more);
        for (int i = 0; i < 500; i++) {
            sample.file("office/writer/landmarks/" + "long-name-of-a-picture-".repeat(3) + i + ".png", "");
        }
        WorkloadCatalog catalog = sample.open();
        Assertions.assertTimeout(
                QUICKLY,
                () -> assertThat(SampleCatalog.problemsOf(() -> catalog.load("office/writer")))
                        .anyMatch(problem -> problem.contains("landmarks/none.png: no such file in ")));
    }

    /** What is compared with a variable must not be compared again from each of its characters. */
    @Test
    void textThatIsAlmostVariables() {
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file(
                        "office/writer/workload.yaml",
                        SampleCatalog.WRITER.replace(
                                "do: { launch: application }", "do: { type: \"" + "${1 n ".repeat(2_000) + "\" }"))
                .open();
        Assertions.assertTimeout(
                QUICKLY,
                () -> assertThat(SampleCatalog.problemsOf(() -> catalog.load("office/writer")))
                        .isEmpty());
    }

    private static List<String> quickly(String yaml) {
        List<String> problems = new ArrayList<>();
        Assertions.assertTimeout(QUICKLY, () -> problems.addAll(problems(yaml)));
        return problems;
    }

    private static List<String> problems(String yaml) {
        return SampleCatalog.problemsOf(() -> parse(yaml));
    }

    private static RunProfile parse(String yaml) throws InvalidDocumentException {
        return RunProfiles.parseSelfContained("p.yaml", yaml);
    }

    /** Knows no workload, and remembers what it was asked. */
    private static final class Counting implements References {
        private final List<String> checked = new ArrayList<>();
        private final List<String> measured = new ArrayList<>();

        @Override
        public void checkWorkload(Value value, String id) {
            checked.add(id);
        }

        @Override
        public WorkloadProfile profile(Value value) {
            return References.none().profile(value);
        }

        @Override
        public Optional<Map<String, Metric>> metrics(Value value, List<String> workloads) {
            measured.addAll(workloads);
            return Optional.empty();
        }

        @Override
        public Optional<Map<String, TypedTexts.Typed>> texts(List<String> workloads) {
            return Optional.empty();
        }

        @Override
        public Optional<Calibration> calibration(Value value) {
            return Optional.empty();
        }

        @Override
        public void checkCalibration(Value value, Calibration calibration, List<String> workloads) {
            // Nothing is known of them.
        }
    }
}
