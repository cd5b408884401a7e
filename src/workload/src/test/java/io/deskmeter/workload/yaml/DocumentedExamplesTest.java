package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.yaml.Examples.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The examples of docs/reference/workloads-and-profiles.md are read, so that the page cannot fall behind the grammar. */
class DocumentedExamplesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyExampleIsValid(Kind kind) throws IOException, InvalidDocumentException {
        List<String> examples = examples(kind);
        assertThat(examples).isNotEmpty();
        for (String example : examples) {
            assertThat(new Examples(root).read(kind, example)).isNotNull();
        }
    }

    @Test
    void theDefaultsShownAreTheDefaults() throws IOException, InvalidDocumentException {
        WorkloadProfile shown = (WorkloadProfile) new Examples(root)
                .read(Kind.WORKLOAD_PROFILE, examples(Kind.WORKLOAD_PROFILE).get(0));
        Object bare = new Examples(root).read(Kind.WORKLOAD_PROFILE, "workloads: [office/writer, office/calc]");
        assertThat(shown).isEqualTo(bare);
    }

    private static List<String> examples(Kind kind) throws IOException {
        Pattern block = Pattern.compile("<!-- " + kind.name + " -->\n```yaml\n(.*?)```", Pattern.DOTALL);
        return block.matcher(page()).results().map(match -> match.group(1)).toList();
    }

    /** Found from the module's folder as well as from the repository's. */
    private static String page() throws IOException {
        Path page = List.of(
                        Path.of("../../docs/reference/workloads-and-profiles.md"),
                        Path.of("docs/reference/workloads-and-profiles.md"))
                .stream()
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        return Files.readString(page).replace("\r\n", "\n");
    }
}
