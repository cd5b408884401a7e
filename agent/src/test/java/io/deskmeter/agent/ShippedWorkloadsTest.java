package io.deskmeter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The built-in workloads and profiles are valid, and every landmark can be searched. */
@Tag("slow")
class ShippedWorkloadsTest {
    private final WorkloadCatalog catalog = WorkloadCatalog.open(Path.of("../workloads"));

    @Test
    void every_profile_is_valid_and_names_existing_workloads() throws Exception {
        assertThat(catalog.runProfiles()).extracting(RunProfile::id).contains("demo", "demo-quick", "office-fixed");
        for (RunProfile profile : catalog.runProfiles()) {
            for (String id : profile.workloads().workloads()) {
                assertThat(catalog.load(id).application().command("linux")).isPresent();
            }
        }
    }

    @Test
    void every_landmark_can_be_searched() throws Exception {
        for (String id : catalog.ids()) {
            Workload workload = catalog.load(id);
            try (Stream<Path> files = Files.list(workload.folder().resolve("landmarks"))) {
                List<Path> landmarks = files.toList();
                assertThat(landmarks).isNotEmpty();
                for (Path landmark : landmarks) {
                    assertThat(Template.load(landmark).isPlain())
                            .as(landmark.toString())
                            .isFalse();
                }
            }
        }
    }
}
