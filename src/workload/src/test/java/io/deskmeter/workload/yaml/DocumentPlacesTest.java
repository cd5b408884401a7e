package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentPlacesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void everyValueHasAPathAndALine() throws Exception {
        Path file = Files.writeString(folder.resolve("workload.yaml"), """
            title: x
            operations:
              - id: open
                do: [{ keys: a },
                  { wait: 1s }]
            """);
        DocumentPlaces places = DocumentPlaces.of(file);
        assertThat(places.line("title")).hasValue(1);
        assertThat(places.line("operations[0].do[1].wait")).hasValue(5);
        assertThat(places.has("operations[0].until")).isFalse();
        assertThat(places.line("operations[1]")).isEmpty();
        assertThat(places.text("operations[0].id")).isEqualTo("open");
        assertThat(places.text("operations[0]")).isEmpty();
        assertThat(places.text("operations[7].id")).isEmpty();
    }

    @Test
    void whatIsNoYamlHasNoPlaces() throws Exception {
        Path file = Files.writeString(folder.resolve("workload.yaml"), "a: [");
        assertThatThrownBy(() -> DocumentPlaces.of(file))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("workload.yaml:");
    }

    @Test
    void idsAreThoseThatACatalogFinds() {
        assertThat(WorkloadIds.isId("office/visio")).isTrue();
        assertThat(WorkloadIds.isId("Visio-2.0")).isTrue();
        for (String none :
                new String[] {"", "/office", "office/", "office//visio", "../x", "a b", ".hidden", "x/target"}) {
            assertThat(WorkloadIds.isId(none)).as(none).isFalse();
        }
    }
}
