package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.profile.WorkloadProfileGrammar;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadCatalogTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @Test
    void everyFolderWithADocumentIsAWorkload() {
        SampleCatalog sample = SampleCatalog.office(root)
                .file("office/writer/content/workload.yaml", "not a workload: content of one\n")
                .file("office/notes.txt", "")
                .file("target/classes/office/writer/workload.yaml", SampleCatalog.WRITER)
                .file(".git/workload.yaml", SampleCatalog.WRITER);
        assertThat(sample.open().ids()).containsExactly("office/calc", "office/writer");
    }

    @Test
    void loadsAWorkload() throws InvalidDocumentException {
        WorkloadCatalog catalog = SampleCatalog.office(root).open();
        Workload writer = catalog.load("office/writer");
        assertThat(writer.id()).isEqualTo("office/writer");
        assertThat(writer.title()).isEqualTo("Word processor");
        assertThat(writer.folder()).isAbsolute().endsWith(Path.of("office/writer"));
        assertThat(writer.application().command("linux"))
                .contains(List.of("soffice", "--writer", "${content}/report.odt"));
        assertThat(writer.application().command("windows")).isEmpty();
        assertThat(writer.checksum()).isEqualTo(catalog.checksums().get("office/writer"));
    }

    @Test
    void anUnknownWorkloadIsToldFromTheKnownOnes() {
        WorkloadCatalog catalog = SampleCatalog.office(root).open();
        assertThatThrownBy(() -> catalog.load("office/writter"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageEndingWith("unknown workload office/writter (expected one of: office/calc, office/writer;"
                        + " did you mean `office/writer`?)");
        assertThatThrownBy(() -> catalog.load("writer")).hasMessageContaining("did you mean `office/writer`?");
        assertThatThrownBy(() -> catalog.load("../elsewhere")).hasMessageContaining("unknown workload ../elsewhere");
    }

    @Test
    void theRootMustBeAFolder() {
        Path missing = root.resolve("nowhere");
        assertThatThrownBy(() -> WorkloadCatalog.open(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("workloads: " + missing + " (expected: a folder)");
    }

    @Test
    void theChecksumSeesNamesAndBytesOfAllFiles() {
        SampleCatalog sample = SampleCatalog.office(root).file("office/writer/content/a", "12");
        WorkloadCatalog catalog = sample.open();
        Map<String, String> before = catalog.checksums();
        assertThat(before.get("office/writer")).matches("[0-9a-f]{64}");

        sample.file("office/writer/content/a", "13");
        Map<String, String> changed = catalog.checksums();
        assertThat(changed.get("office/writer")).isNotEqualTo(before.get("office/writer"));
        assertThat(changed.get("office/calc")).isEqualTo(before.get("office/calc"));

        sample.file("office/writer/content/a", "12");
        assertThat(catalog.checksums()).isEqualTo(before);
        sample.file("office/writer/content/b", "");
        assertThat(catalog.checksums().get("office/writer")).isNotEqualTo(before.get("office/writer"));
    }

    @Test
    void theChecksumIsTheSameOnEveryMachineAndForEver() {
        new SampleCatalog(root).file("w/workload.yaml", "title: x\n").file("w/content/a", "1");
        assertThat(WorkloadCatalog.open(root).checksums())
                .containsExactly(Map.entry("w", "185cbf74aa14f53d7ec262f3eada57ac1910b9ea2bea94420f60e4ad5cf589ec"));
    }

    @Test
    void workloadProfilesHaveDefaultsAndTheirFilesName() throws InvalidDocumentException {
        WorkloadCatalog catalog = SampleCatalog.office(root).open();
        WorkloadProfile office = catalog.workloadProfile("office");
        assertThat(office)
                .isEqualTo(new WorkloadProfile(
                        "office",
                        List.of("office/writer", "office/calc"),
                        5,
                        1,
                        1,
                        WorkloadProfileGrammar.DEFAULT_THINK,
                        WorkloadProfile.Order.SHUFFLED,
                        1));
        assertThat(catalog.workloadProfileIds()).containsExactly("office");
        assertThatThrownBy(() -> catalog.workloadProfile("ofice"))
                .hasMessageContaining(
                        "unknown workload profile ofice (expected one of: office; did you mean `office`?)");
    }

    @Test
    void runProfilesComeSortedAndWithTheirWorkloadProfile() throws InvalidDocumentException {
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file("run-profiles/two.yaml", "workloads: office\nload: {fixed: {sessions: 2}}\n")
                .file("run-profiles/one.yaml", "workloads: office\nload: {fixed: {sessions: 1}}\n")
                .open();
        assertThat(catalog.runProfiles()).extracting(RunProfile::id).containsExactly("one", "two");
        assertThat(catalog.runProfile("two").load()).isEqualTo(new Load.Fixed(2));
        assertThat(catalog.runProfile("two").workloads()).isEqualTo(catalog.workloadProfile("office"));
    }

    @Test
    void runProfilesTellTheProblemsOfAllOfThem() {
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file("run-profiles/two.yaml", "workloads: office\nload: {fixed: {sessions: 0}}\n")
                .file("run-profiles/one.yaml", "id: other\nworkloads: offices\nload: {fixed: {sessions: 1}}\n")
                .open();
        assertThat(SampleCatalog.problemsOf(catalog::runProfiles))
                .containsExactly(
                        "1:1  id other (expected: `one`, its file's name, or no id at all)",
                        "2:12 workloads unknown workload profile offices (expected one of: office; did you mean `office`?)",
                        "2:26 load.fixed.sessions 0 (expected: a whole number from 1 to 10000)");
    }

    @Test
    void aBrokenProfileIsReportedWithItsOwnFile() {
        WorkloadCatalog catalog = SampleCatalog.office(root)
                .file("profiles/office.yaml", "workloads: [office/word]\n")
                .open();
        assertThatThrownBy(() ->
                        RunProfiles.parse("run.yaml", "workloads: office\nload: {fixed: {sessions: 1}}\n", catalog))
                .hasMessageEndingWith(Path.of("profiles", "office.yaml")
                        + ":1:13: workloads[0]: unknown workload office/word"
                        + " (expected one of: office/calc, office/writer)");
    }
}
