package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents within the limits of size and depth that somebody wrote to take time or memory, or to have something else said than is true. */
class HostileDocumentsTest {
    private static final Duration QUICKLY = Duration.ofSeconds(8);
    private static final String PROFILE = """
            workloads: { workloads: [office/writer] }
            load: { fixed: { sessions: 1 } }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    /** Each message of an unknown key listed all that are known, and each was compared with all: a document of 256 KiB took gigabytes. */
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
}
