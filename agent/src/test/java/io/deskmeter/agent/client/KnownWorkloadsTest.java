package io.deskmeter.agent.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workload that is added while the agent runs. */
class KnownWorkloadsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aWorkloadThatIsAddedOrChangedIsNoticedOnce() throws Exception {
        KnownWorkloads known = new KnownWorkloads(WorkloadCatalog.open(folder));
        assertThat(known.haveChanged()).isFalse();
        Path workload = Files.createDirectories(folder.resolve("test/new"));
        Files.writeString(workload.resolve("workload.yaml"), "title: New");
        assertThat(known.haveChanged()).isTrue();
        assertThat(known.checksums()).containsOnlyKeys("test/new");
        String first = known.checksums().get("test/new");
        assertThat(known.haveChanged()).isFalse();
        Files.writeString(workload.resolve("workload.yaml"), "title: Newer");
        assertThat(known.haveChanged()).isTrue();
        assertThat(known.checksums().get("test/new")).isNotEqualTo(first);
    }

    @Test
    void whatIsNoWorkloadIsNothingNew() throws Exception {
        KnownWorkloads known = new KnownWorkloads(WorkloadCatalog.open(folder));
        Files.writeString(folder.resolve("notes.txt"), "x");
        assertThat(known.haveChanged()).isFalse();
    }
}
