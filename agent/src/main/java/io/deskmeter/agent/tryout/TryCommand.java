package io.deskmeter.agent.tryout;

import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.evidence.EvidenceEncoder;
import io.deskmeter.agent.evidence.EvidenceLimits;
import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.Calibrations;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent try}. */
@Command(
        name = "try",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description = "Runs workloads on a local desktop, without a controller, and prints the timings and samples.")
public final class TryCommand implements Callable<Integer> {
    private static final int FAILED = 4;
    private static final EvidenceLimits GENEROUS =
            new EvidenceLimits(3_000, 2L << 30, Integer.MAX_VALUE, 256L << 20, 64L << 20, 16, Integer.MAX_VALUE);

    @Parameters(arity = "1..*", paramLabel = "WORKLOAD", description = "Ids of workloads, for example office/writer.")
    private List<String> ids = List.of();

    @Option(names = "--iterations", paramLabel = "N", description = "Number of iterations (default: ${DEFAULT-VALUE}).")
    private int iterations = 1;

    @Option(
            names = "--think",
            paramLabel = "SECONDS",
            description = "Think time before each operation (default: ${DEFAULT-VALUE}).")
    private double think = 0.5;

    @Option(
            names = "--frames",
            paramLabel = "DIR",
            description = "Write a film strip of each operation to this folder, as PNG, and index.html that shows all.")
    private @Nullable Path frames;

    @Option(
            names = "--calibration",
            paramLabel = "NAME",
            description = "Look for the pictures of this calibration in place of the landmarks that it replaces.")
    private @Nullable String calibration;

    @Mixin
    private TrialOptions options = new TrialOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private final Platform platform;

    public TryCommand(Platform platform) {
        this.platform = platform;
    }

    @Override
    public Integer call() throws Exception {
        WorkloadCatalog catalog = options.catalog();
        List<Workload> loaded = new ArrayList<>();
        for (String id : ids) {
            loaded.add(catalog.load(id));
        }
        WorkloadProfile profile = profile();
        Optional<Calibration> calibrated = calibration == null
                ? Optional.empty()
                : Optional.of(Calibrations.of(catalog).read(calibration));
        TimingTable table =
                new TimingTable(Objects.requireNonNull(spec).commandLine().getOut(), new TrialNotes(loaded));
        // Read before a desktop is opened, because an unsuitable picture is found here.
        Landmarks.load(loaded, calibrated);
        try (Trial trial = options.open(platform, catalog, loaded)) {
            table.seenThrough(trial.seenThrough());
            calibrated.ifPresent(table::calibrated);
            SessionUpdate.Phase end = work(trial, profile, loaded, trial.landmarks(loaded, calibrated), table);
            return end == SessionUpdate.Phase.FINISHED && table.allOk() ? 0 : FAILED;
        }
    }

    private SessionUpdate.Phase work(
            Trial trial, WorkloadProfile profile, List<Workload> loaded, Landmarks landmarks, TimingTable table)
            throws Exception {
        AgentResources resources = trial.resources();
        PictureFolder folder = frames == null ? null : new PictureFolder(frames, String.join(", ", ids));
        EvidenceEncoder evidenceEncoder = folder == null ? null : evidenceEncoder(resources, folder);
        FrameRecorders frameRecorders = evidenceEncoder == null ? FrameRecorders.forMessages() : evidenceEncoder;
        table.header();
        LookAlikeNotes sightings = new LookAlikeNotes();
        SessionUpdate.Phase end = trial.work(profile, loaded, landmarks, frameRecorders, sightings, table);
        table.finish(sightings);
        if (folder != null && evidenceEncoder != null) {
            finish(resources, folder, evidenceEncoder);
        }
        return end;
    }

    private WorkloadProfile profile() {
        if (iterations < 1) {
            throw new IllegalArgumentException("iterations: " + iterations + " (expected: >= 1)");
        }
        if (think < 0) {
            throw new IllegalArgumentException("think: " + think + " (expected: >= 0 seconds)");
        }
        return Trial.profile(ids, iterations, Duration.ofMillis(Math.round(think * 1000)));
    }

    private static EvidenceEncoder evidenceEncoder(AgentResources resources, PictureFolder folder) {
        return new EvidenceEncoder(
                RunProfile.Evidence.ALL, Thresholds.DEFAULT, GENEROUS, resources.encoder(), folder::keep);
    }

    /** After the pictures that still wait to be encoded. */
    private void finish(AgentResources resources, PictureFolder folder, EvidenceEncoder evidenceEncoder)
            throws Exception {
        CompletableFuture.runAsync(() -> folder.finish(evidenceEncoder.dropped()), resources.encoder())
                .get();
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.printf("-- pictures: %s%n", Objects.requireNonNull(frames).resolve("index.html"));
        out.flush();
    }
}
