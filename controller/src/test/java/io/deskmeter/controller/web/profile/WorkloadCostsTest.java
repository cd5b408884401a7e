package io.deskmeter.controller.web.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.web.profile.WorkloadCosts.WorkloadCost;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The costs of workloads from the result of {@code bench workloads}. */
class WorkloadCostsTest {
    @TempDir
    Path folder;

    private WorkloadCosts costs() throws IOException {
        return new WorkloadCosts(WorkloadCatalog.open(folder));
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("bench-workloads.json"), text);
    }

    @Test
    void eachMeasuredWorkloadHasItsCost() throws IOException {
        write("""
                {"bench": "workloads", "machine": {"cpu": "Some CPU", "cores": 2}, "rows": [
                  {"workload": "office/calc", "cpuSecondsPerIteration": 3.25, "mbPerSession": 288.1, "readMb": 0.04,
                   "writtenMb": 10.4, "wireMb": 0.6, "operations": 13, "failed": 0}]}
                """);
        assertThat(costs().all())
                .containsOnlyKeys("office/calc")
                .containsEntry("office/calc", new WorkloadCost(3.25, 288.1, 0.04, 10.4, 0.6, "Some CPU, 2 cores"));
    }

    @Test
    void withoutAReadableFileNothingIsKnown() throws IOException {
        assertThat(costs().all()).isEmpty();
        write("{broken");
        assertThat(costs().all()).isEmpty();
    }
}
