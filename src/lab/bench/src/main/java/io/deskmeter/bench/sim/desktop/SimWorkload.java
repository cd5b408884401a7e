package io.deskmeter.bench.sim.desktop;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The documents of the simulated fleet: a workload with a simulated application, and run profiles that use it. */
public final class SimWorkload {
    /** Operations of one iteration: open, the pages, close. */
    public static final int OPERATIONS = SimLandmarks.PAGES + 2;

    private static final String DOCUMENT = """
            title: Simulated pages
            application:
              linux: [simulated]
              windows: [simulated]
              macos: [simulated]
            %soperations:
              - id: open
                group: B
                do: { launch: application }
                until: { appears: landmarks/page-0.png, within: 20s }
              - id: page
                group: A
                times: %d
                do: { keys: PageDown }
                until: { appears: "landmarks/page-${n}.png", within: 20s }
              - id: close
                group: A
                do: { keys: ctrl+q }
                until: { vanishes: landmarks/page-%d.png, within: 20s }
            """;

    /** The metrics that its operations can sample. */
    public static final List<String> METRICS =
            List.of("picture-similarity", "picture-similarity-at-match", "time-to-final-picture", "frame-gap");

    private SimWorkload() {}

    /** The same, with all metrics. */
    public static Path write(Path root) throws IOException {
        return write(root, METRICS.size());
    }

    /**
     * Creates a folder of workloads with this one.
     *
     * @param metrics how many of {@link #METRICS} each operation samples
     * @return the folder
     */
    public static Path write(Path root, int metrics) throws IOException {
        Path workload = root.resolve("sim").resolve("pages");
        Files.createDirectories(workload.resolve("landmarks"));
        Files.createDirectories(workload.resolve("content"));
        Files.writeString(workload.resolve("workload.yaml"), document(metrics));
        Files.writeString(workload.resolve("content").resolve("note.txt"), "content of an application instance\n");
        new SimLandmarks().write(workload.resolve("landmarks"));
        return root;
    }

    private static String document(int metrics) {
        StringBuilder declared = new StringBuilder(metrics == 0 ? "" : "metrics:\n");
        METRICS.stream()
                .limit(metrics)
                .forEach(metric -> declared.append("  ").append(metric).append(":\n"));
        return DOCUMENT.formatted(declared, SimLandmarks.PAGES, SimLandmarks.PAGES);
    }

    /**
     * A run profile with it.
     *
     * @param load as YAML: {@code {fixed: {sessions: 3}}}
     * @param iterations of each session, or of each load point
     * @param skipFirst of them that do not count
     * @param think mean pause before an operation
     * @param logonInterval between the starts of two sessions
     * @param seed of everything random
     * @param more lines of the profile, such as {@code agents: [lab]}
     */
    public static String profile(
            String load,
            int iterations,
            int skipFirst,
            Duration think,
            Duration logonInterval,
            long seed,
            String more) {
        return """
                id: simulated
                title: Simulated sessions
                workloads:
                  id: simulated-pages
                  workloads: [sim/pages]
                  iterations: %d
                  steady: { skipFirst: %d, skipLast: 0 }
                  think: { mean: %dms, spread: 50%% }
                  seed: %d
                target: { local: { desktop: 320x200 } }
                load: %s
                evidence: failed
                logonInterval: %dms
                # Simulated sessions have think times that no person has, on a machine that they share with all else.
                validity: { pacing: 100%%, lag: 60s, harnessCpu: 100%% }
                %s
                """.formatted(iterations, skipFirst, think.toMillis(), seed, load, logonInterval.toMillis(), more);
    }

    /** The plan of its sessions with a profile of {@link #profile}. */
    public static Planner planner(WorkloadCatalog catalog, String profile) throws IOException {
        try {
            RunProfile run = RunProfiles.parseSelfContained("simulated.yaml", profile);
            return new Planner(run.workloads(), List.of(catalog.load("sim/pages")));
        } catch (InvalidDocumentException e) {
            throw new IOException("the profile of the benchmark: " + e.getMessage(), e);
        }
    }
}
