package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any bytes give a clear message with a position, quickly. */
class DocumentsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @Test
    void textThatIsNotYaml() {
        assertThat(problems("id: [1, 2\nload: {")).hasSize(1).first().asString().startsWith("2:5  not valid YAML: ");
        assertThat(problems("Dear Sir or Madam,\nplease find enclosed"))
                .containsExactly(
                        "1:1  Dear Sir or Madam, please find enclosed (expected: a run profile: a map with keys out of"
                                + " agents, evidence, expect, id, limits, load, logonInterval, mode, target, thresholds, title, validity, workloads)");
        assertThat(problems("\tid: x")).hasSize(1).first().asString().startsWith("1:1  not valid YAML: ");
    }

    @Test
    void nothingAtAll() {
        assertThat(problems("")).containsExactly("1:1  empty document (expected: keys and values)");
        assertThat(problems("# only a comment\n")).containsExactly("1:1  empty document (expected: keys and values)");
    }

    @Test
    void twoDocumentsInOne() {
        assertThat(problems("id: a\n---\nid: b\n"))
                .containsExactly(
                        "2:1  not valid YAML: expected a single document in the stream: but found another document");
    }

    @Test
    void bytesThatAreNotText() {
        assertThat(problems("id: a\ntitle: \0\n"))
                .containsExactly("2:8  character U+0000 (expected: YAML, which is printable text)");
        WorkloadCatalog catalog = new SampleCatalog(root)
                .bytes("run-profiles/p.yaml", new byte[] {'i', 'd', ':', '\n', 'x', (byte) 0xff, 'y'})
                .open();
        assertThat(SampleCatalog.problemsOf(() -> catalog.runProfile("p")))
                .containsExactly("2:2  not UTF-8 text (expected: YAML)");
    }

    @Test
    void aByteOrderMarkDoesNoHarm() {
        assertThat(problems("\uFEFFworkloads: {workloads: [a]}\nload: {fixed: {sessions: 1}}"))
                .isEmpty();
    }

    @Test
    void aliasesAreRefusedBeforeTheyMultiply() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertThat(problems(bomb.toString()))
                .hasSize(78)
                .first()
                .isEqualTo("2:10  alias *a0 (expected: the value written out)");
        assertThat(problems("a: &a [*a]")).containsExactly("1:8  alias *a (expected: the value written out)");
    }

    @Test
    void deepAndLargeDocumentsAreRefused() {
        assertThat(problems("[".repeat(100_000)))
                .containsExactly("1:31  nested deeper than 30 levels (expected: less)");
        assertThat(problems("x".repeat(300_000)))
                .containsExactly("1:1  larger than 256 KiB (expected: a document that a person writes)");
        WorkloadCatalog catalog = new SampleCatalog(root)
                .bytes("run-profiles/p.yaml", new byte[1_000_000])
                .open();
        assertThat(SampleCatalog.problemsOf(() -> catalog.runProfile("p")))
                .containsExactly("1:1  larger than 256 KiB (expected: a document that a person writes)");
    }

    @Test
    void tagsBuildNothing() {
        List<String> problems =
                problems("workloads: {workloads: [a]}\nload: {fixed: {sessions: !java.lang.Integer 1}}");
        assertThat(problems).contains("2:26 load.fixed.sessions tag !java.lang.Integer (expected: none)");
    }

    @Test
    void keysThatAreNoNames() {
        assertThat(problems("workloads: {workloads: [a]}\nload: {fixed: {sessions: 1}}\n? [x]\n: y"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("3:3 ? a list (expected: a key one of: agents, evidence, expect, id, limits, load");
    }

    @Test
    void manyProblemsAreCutWithTheirNumber() {
        StringBuilder text = new StringBuilder("workloads: {workloads: [a]}\nload: {fixed: {sessions: 1}}\n");
        for (int i = 0; i < 250; i++) {
            text.append("unknown-").append(i).append(": 1\n");
        }
        assertThat(problems(text.toString())).hasSize(101).last().isEqualTo("103:1  150 more problems from here on");
    }

    private static List<String> problems(String text) {
        return SampleCatalog.problemsOf(() -> RunProfiles.parseSelfContained("p.yaml", text));
    }
}
