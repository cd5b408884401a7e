package io.deskmeter.bench.sim.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimWorkloadTest {
    @TempDir
    Path folder;

    @Test
    void theDocumentsAreValidAndTheLandmarksCanBeSearched() throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(SimWorkload.write(folder));
        Workload workload = catalog.load("sim/pages");
        int operations = workload.operations().stream()
                .map(Operation::occurrences)
                .mapToInt(List::size)
                .sum();
        assertThat(operations).isEqualTo(SimWorkload.OPERATIONS);
        assertThat(Landmarks.load(List.of(workload))).isNotNull();
    }

    @Test
    void itsOperationsSampleAsManyMetricsAsRequested() throws Exception {
        for (int metrics = 0; metrics <= SimWorkload.METRICS.size(); metrics++) {
            Path root = SimWorkload.write(folder.resolve("with-" + metrics), metrics);
            assertThat(WorkloadCatalog.open(root).load("sim/pages").metrics()).hasSize(metrics);
        }
    }

    @Test
    void aProfileHasTheGivenValues() throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(SimWorkload.write(folder));
        String yaml = SimWorkload.profile(
                "{ fixed: { sessions: 7 } }", 4, 1, Duration.ofMillis(250), Duration.ofMillis(40), 3, "agents: [lab]");
        RunProfile profile = RunProfiles.parse("run.yaml", yaml, catalog);
        assertThat(profile.load().most()).isEqualTo(7);
        assertThat(profile.workloads().iterations()).isEqualTo(4);
        assertThat(profile.workloads().think().mean()).isEqualTo(Duration.ofMillis(250));
        assertThat(profile.logonInterval()).isEqualTo(Duration.ofMillis(40));
        assertThat(profile.agents()).containsExactly("lab");
    }
}
