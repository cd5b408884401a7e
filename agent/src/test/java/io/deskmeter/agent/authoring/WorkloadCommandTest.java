package io.deskmeter.agent.authoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.WorkloadMain;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The program with its arguments: what it prints, what it writes, how it exits. */
@Tag("slow")
class WorkloadCommandTest {
    private static final Path SHIPPED = Path.of("../workloads");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void modelWithMoreThanItNames() throws IOException {
        copy("office/writer");
        Path writer = root.resolve("office/writer");
        Files.writeString(writer.resolve("content/draft.txt"), "named by nothing");
        // The model's document names its content folder as a whole; this one a file only.
        Path document = writer.resolve("workload.yaml");
        Files.writeString(
                document,
                Files.readString(document)
                        .replaceFirst(
                                "(?m)^    before: \\{ run: \\[sh, .*\\n",
                                "    before: { run: [sh, \"\\${content}/prepare.sh\"] }\n"));
    }

    private void copy(String id) throws IOException {
        try (Stream<Path> files = Files.walk(SHIPPED.resolve(id))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = root.resolve(SHIPPED.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
    }

    /** As the launcher starts it. */
    private int workload(String... arguments) {
        return deskmeter("workload", arguments);
    }

    private int deskmeter(String command, String... arguments) {
        assertThat(WorkloadMain.commandLine().getCommandName()).isEqualTo("./deskmeter " + command);
        CommandLine line = WorkloadMain.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    private Workload loaded(String id) throws Exception {
        return WorkloadCatalog.open(root).load(id);
    }

    private List<String> files(String id) throws IOException {
        Path folder = root.resolve(id);
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aMinimalWorkloadIsValidAndItsNextStepsArePrinted() throws Exception {
        assertThat(workload("new", "office/visio", "--workloads", root.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("created: " + root.resolve("office/visio"))
                .contains("./deskmeter workload lint " + root.resolve("office/visio"))
                .contains("./deskmeter agent try office/visio --workloads " + root + " --frames frames");
        assertThat(files("office/visio")).containsExactly("workload.yaml");
        assertThat(loaded("office/visio").operations()).extracting(o -> o.id()).containsExactly("open", "close");
        assertThat(root.resolve("office/visio/workload.yaml")).content().contains("# 2. The command of each platform");
        assertThat(workload("lint", "--strict", root.resolve("office/visio").toString()))
                .as(out.toString())
                .isZero();
    }

    @Test
    void aWorkloadLikeAnotherHasItsOperationsAndTheFilesThatTheyName() throws Exception {
        assertThat(workload("new", "office/visio", "--like", "office/writer", "--workloads", root.toString()))
                .as(err.toString())
                .isZero();
        Workload visio = loaded("office/visio");
        Workload writer = loaded("office/writer");
        assertThat(visio.operations()).isEqualTo(writer.operations());
        assertThat(visio.application()).isEqualTo(writer.application());
        assertThat(visio.metrics()).isEqualTo(writer.metrics());
        assertThat(visio.title()).isEqualTo("office/visio, made like office/writer");
        assertThat(files("office/visio"))
                .contains("content/report.odt", "content/prepare.sh", "landmarks/passed-4.png", "landmarks/saved.png")
                .doesNotContain("content/draft.txt", "content/home/.config", "landmarks/passed-5.png");
        assertThat(root.resolve("office/visio/workload.yaml"))
                .content()
                .contains(
                        "# 1. One line that describes it.", "# 3. In their order.", "# Types a line above the landmark")
                .doesNotContain("Opens a report of six pages");
    }

    @Test
    void whereTheContentFolderIsNamedAllOfItIsCopied() throws Exception {
        copy("office/calc");
        assertThat(workload("new", "calc2", "--like", "office/calc", "--workloads", root.toString()))
                .as(err.toString())
                .isZero();
        assertThat(files("calc2"))
                .contains(
                        "content/orders.ods",
                        "content/prepare.sh",
                        "content/home/.config/libreoffice/4/user/registrymodifications.xcu");
    }

    @Test
    void whatAgentlessSessionsLaunchIsWritten() throws Exception {
        Path to = root.resolve("exported");
        for (int i = 0; i < 2; i++) {
            assertThat(workload("export", "office/writer", "--workloads", root.toString(), "--out", to.toString()))
                    .as(err.toString())
                    .isZero();
        }
        assertThat(out.toString()).contains("written: " + to.resolve("office/writer/launch.sh"));
        assertThat(to.resolve("office/writer/launch.sh"))
                .content()
                .contains(
                        "sh \"$content\"/prepare.sh\n",
                        "soffice --norestore --nologo --writer \"$content\"/report.odt");
        assertThat(to.resolve("office/writer/content/report.odt"))
                .hasSameBinaryContentAs(root.resolve("office/writer/content/report.odt"));
    }

    @Test
    void anUnknownModelIsRefusedWithTheNearestName() {
        assertThat(workload("new", "office/visio", "--like", "office/wirter", "--workloads", root.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("unknown workload office/wirter", "did you mean `office/writer`?");
        assertThat(root.resolve("office/visio")).doesNotExist();
    }

    @Test
    void whatIsNoIdIsRefused() {
        for (String id : List.of("../no-such-x", "office/", "a b", "x/target", "office/writer/mine")) {
            assertThat(workload("new", id, "--workloads", root.toString()))
                    .as(id)
                    .isEqualTo(2);
            assertThat(err.toString()).contains("workload: new: " + id);
        }
        assertThat(root.resolve("../no-such-x")).doesNotExist();
        assertThat(root.resolve("office/writer/mine")).doesNotExist();
    }

    @Test
    void anExistingFolderIsRefusedAndLeftAsItIs() throws Exception {
        List<String> before = files("office/writer");
        for (String id : List.of("office/writer", "office")) {
            assertThat(workload("new", id, "--workloads", root.toString()))
                    .as(id)
                    .isEqualTo(2);
        }
        assertThat(err.toString()).contains(root.toRealPath().resolve("office") + " exists (expected: a new folder");
        assertThat(files("office/writer")).isEqualTo(before);
    }

    @Test
    void theShippedLibraryHasNoFindings() {
        assertThat(workload("lint", "--strict", SHIPPED.toString()))
                .as(out.toString())
                .isZero();
        assertThat(out.toString()).contains(" 0 errors, 0 warnings");
    }

    @Test
    void warningsFailOnlyWhereThatIsAskedFor() {
        String writer = root.resolve("office/writer").toString();
        assertThat(workload("lint", writer)).isZero();
        assertThat(workload("lint", "--strict", writer)).isZero();
        edit("  - id: minimise\n    group: A", "  - id: minimise\n    group: B");
        assertThat(workload("lint", writer)).isZero();
        assertThat(workload("lint", "--strict", writer)).isEqualTo(10);
        assertThat(out.toString())
                .contains("operations[4].group (operation minimise): warning", "remedy: write `group: A`");
        edit("alt+F9", "ctrl+q");
        assertThat(workload("lint", writer)).isEqualTo(10);
    }

    @Test
    void findingsAsJson() {
        edit("  - id: minimise\n    group: A", "  - id: minimise\n    group: B");
        assertThat(workload("lint", "--json", root.toString())).isZero();
        assertThat(out.toString())
                .contains("\"workloads\": [\"office/writer\"],", "\"errors\": 0,", "\"warnings\": 1,")
                .contains("{\"severity\": \"warning\", \"rule\": \"group-unusual\", \"workload\": \"office/writer\","
                        + " \"file\": ")
                .contains("\"path\": \"operations[4].group\", \"operation\": \"minimise\", \"value\": \"group B\"");
    }

    @Test
    void whatIsNoFolderOfWorkloadsIsRefused() {
        assertThat(workload("lint", root.resolve("nowhere").toString())).isEqualTo(2);
        assertThat(workload("lint", root.resolve("office/writer/content").toString()))
                .isEqualTo(2);
        assertThat(workload("lint")).isEqualTo(2);
        assertThat(workload()).isEqualTo(2);
        assertThat(err.toString())
                .contains("expected: the folder of a workload", "expected: new, lint, export, checksums or calibrate");
    }

    private void edit(String part, String instead) {
        Path document = root.resolve("office/writer/workload.yaml");
        try {
            String text = Files.readString(document);
            assertThat(text).contains(part);
            Files.writeString(document, text.replace(part, instead));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
