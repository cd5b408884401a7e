package io.deskmeter.bench.density;

import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * The workload of every session: presses a key, then waits for a landmark that never appears. A normal workload, read
 * from files.
 */
final class WatchJob {
    private static final String ID = "watch";
    private static final String DOCUMENT = """
            title: Waits for a landmark that never appears
            application:
              linux: [nothing]
            operations:
              - id: wait
                group: C
                do:    { keys: F5 }
                until: { appears: landmarks/mark.png, within: 3600s }
            """;

    private final Workload workload;

    private WatchJob(Workload workload) {
        this.workload = workload;
    }

    /** Writes the workload's files below the folder and reads them. */
    static WatchJob in(Path folder) throws IOException, InvalidDocumentException {
        Path own = folder.resolve(ID);
        Files.createDirectories(own.resolve("landmarks"));
        Files.writeString(own.resolve("workload.yaml"), DOCUMENT);
        ImageIO.write(Scene.mark(), "png", own.resolve("landmarks/mark.png").toFile());
        return new WatchJob(WorkloadCatalog.open(folder).load(ID));
    }

    Workload workload() {
        return workload;
    }

    Planner planner() {
        ThinkTime none = new ThinkTime(Duration.ZERO, 0);
        return new Planner(
                new WorkloadProfile(ID, List.of(ID), 1, 0, 0, none, WorkloadProfile.Order.FIXED, 1), List.of(workload));
    }
}
