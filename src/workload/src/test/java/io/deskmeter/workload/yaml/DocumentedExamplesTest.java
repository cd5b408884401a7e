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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The examples of the documents are read, so that no page can fall behind the grammar. */
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
        return block.matcher(pages()).results().map(match -> match.group(1)).toList();
    }

    /** All documents, found from the module's folder as well as from the repository's. */
    private static String pages() throws IOException {
        Path docs = List.of(Path.of("../../docs"), Path.of("docs")).stream()
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(docs)) {
            for (Path page : files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                all.append(Files.readString(page));
            }
        }
        return all.toString().replace("\r\n", "\n");
    }
}
