package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.Examples.Example;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The comments of every example contain its problems. */
@Tag("slow")
class ExamplesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @ParameterizedTest
    @MethodSource("io.deskmeter.workload.yaml.Examples#valid")
    void validExamplesAreRead(Example example) throws InvalidDocumentException {
        assertThat(new Examples(root).read(example.kind(), example.text())).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("io.deskmeter.workload.yaml.Examples#invalid")
    void invalidExamplesHaveTheProblemsTheyName(Example example) {
        Examples examples = new Examples(root);
        List<String> expected = example.comments("expect");
        List<String> problems = SampleCatalog.problemsOf(() -> examples.read(example.kind(), example.text()));
        SoftAssertions softly = new SoftAssertions();
        softly.assertThat(problems).hasSameSizeAs(expected);
        for (String start : expected) {
            softly.assertThat(problems).anyMatch(problem -> problem.startsWith(start), start);
        }
        softly.assertAll();
    }
}
