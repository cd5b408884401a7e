package io.deskmeter.agent.tryout;

import io.deskmeter.agent.client.AgentIdentity;
import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.client.AgentVersion;
import io.deskmeter.agent.evidence.EvidenceEncoder;
import io.deskmeter.agent.evidence.EvidenceLimits;
import io.deskmeter.agent.evidence.FrameRecorder;
import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.SessionUpdate;
import io.deskmeter.agent.session.Timeouts;
import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Thresholds;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads (default: those of this program).")
    private Path workloads = AgentIdentity.shippedWorkloads();

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
            names = "--size",
            paramLabel = "WxH",
            description = "Size of the desktop in pixels (default: ${DEFAULT-VALUE}).")
    private String size = "1280x800";

    @Option(
            names = "--through",
            paramLabel = "VIEWER",
            description = "Client that displays the desktop: rfb (the built-in client), vncviewer, or xfreerdp with a"
                    + " private xrdp (default: ${DEFAULT-VALUE}).")
    private String through = DesktopViewer.RFB.label();

    @Option(
            names = "--target",
            paramLabel = "PROFILE",
            description = "Run on the first host of this run profile instead of a local desktop; its target needs"
                    + " desktopAgent: none.")
    private @Nullable Path target;

    @Option(
            names = "--accounts",
            paramLabel = "FILE",
            description = "Accounts of that target, as YAML; the first one is used.")
    private @Nullable Path accounts;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder for the desktop while it runs; one program at a time"
                    + " (default: .local/state/deskmeter/try in the home folder).")
    private @Nullable Path state;

    @Spec
    private @Nullable CommandSpec spec;

    private final Platform platform;

    public TryCommand(Platform platform) {
        this.platform = platform;
    }

    @Override
    public Integer call() throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(workloads);
        List<Workload> loaded = new ArrayList<>();
        for (String id : ids) {
            loaded.add(catalog.load(id));
        }
        DesktopSize desktop = DesktopSize.parse(size);
        TrialTarget trialTarget = target == null ? null : TrialTarget.read(target, accounts, catalog);
        Landmarks landmarks = Landmarks.load(loaded);
        if (trialTarget != null) {
            trialTarget.require(loaded);
            landmarks = trialTarget.with(landmarks);
        }
        DesktopViewer screenConnector = DesktopViewer.parse(through);
        TimingTable table =
                new TimingTable(Objects.requireNonNull(spec).commandLine().getOut(), new TrialNotes(loaded));
        Path folder = state == null ? platform.stateFolder("try") : state;
        try (AgentResources resources = AgentResources.open(platform, folder, screenConnector);
                TargetDisplays displays = new TargetDisplays(resources.nanoTime())) {
            table.seenThrough(trialTarget == null ? screenConnector.inWords() : trialTarget.words());
            Trial trial = new Trial(resources, displays, trialTarget);
            SessionUpdate.Phase end = work(trial, loaded, landmarks, desktop, table);
            return end == SessionUpdate.Phase.FINISHED && table.allOk() ? 0 : FAILED;
        }
    }

    /** @param target null: a local desktop */
    private record Trial(
            AgentResources resources,
            TargetDisplays displays,
            @Nullable TrialTarget target) {
        Timeouts timeouts() {
            return target == null ? Timeouts.DEFAULT : target.timeouts();
        }

        Session session(SessionSettings settings, SessionContext context, TimingTable table) {
            return target == null
                    ? new Session(settings, context, table)
                    : target.session(settings, resources, displays, context, table);
        }
    }

    private SessionUpdate.Phase work(
            Trial trial, List<Workload> loaded, Landmarks landmarks, DesktopSize desktop, TimingTable table)
            throws Exception {
        AgentResources resources = trial.resources();
        Planner planner = new Planner(profile(), loaded);
        SessionSettings settings = new SessionSettings(
                0,
                0,
                iterations,
                desktop.width(),
                desktop.height(),
                iteration -> planner.iteration(0, iteration),
                trial.timeouts());
        PictureFolder folder = frames == null ? null : new PictureFolder(frames, String.join(", ", ids));
        EvidenceEncoder evidenceEncoder = folder == null ? null : evidenceEncoder(resources, folder);
        FrameRecorders frameRecorders = evidenceEncoder == null ? () -> FrameRecorder.NONE : evidenceEncoder;
        Session session = trial.session(settings, resources.sessionContext(landmarks, frameRecorders), table);
        Thread interrupted = new Thread(() -> {
            session.stop(true, "interrupted");
            session.ended().join();
        });
        Runtime.getRuntime().addShutdownHook(interrupted);
        table.header();
        session.start();
        SessionUpdate.Phase end = session.ended().get();
        table.finish();
        removeHook(interrupted);
        if (folder != null && evidenceEncoder != null) {
            finish(resources, folder, evidenceEncoder);
        }
        return end;
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending; the hook has already run.
            return;
        }
    }

    private WorkloadProfile profile() {
        if (iterations < 1) {
            throw new IllegalArgumentException("iterations: " + iterations + " (expected: >= 1)");
        }
        if (think < 0) {
            throw new IllegalArgumentException("think: " + think + " (expected: >= 0 seconds)");
        }
        return new WorkloadProfile(
                "try",
                ids,
                iterations,
                0,
                0,
                new ThinkTime(Duration.ofMillis(Math.round(think * 1000)), 0),
                WorkloadProfile.Order.FIXED,
                1);
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
