package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How an agent notices that its workloads have changed. */
class CatalogStampTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void everyFileThatIsAddedWrittenOrRemovedChangesTheStamp() throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(folder);
        long empty = catalog.stamp();
        Path document = Files.createDirectories(folder.resolve("a/b")).resolve("workload.yaml");
        Files.writeString(document, "title: x");
        long one = catalog.stamp();
        assertThat(one).isNotEqualTo(empty).isEqualTo(catalog.stamp());
        Files.writeString(document, "title: longer");
        assertThat(catalog.stamp()).isNotEqualTo(one);
        Files.createDirectories(folder.resolve("target"));
        long before = catalog.stamp();
        Files.writeString(folder.resolve("target/copy"), "x");
        assertThat(catalog.stamp()).isEqualTo(before);
        Files.delete(document);
        assertThat(catalog.stamp()).isEqualTo(empty);
    }
}
