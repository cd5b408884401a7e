package io.deskmeter.agent.tryout;

import io.deskmeter.agent.calibration.CalibrationSheet;
import io.deskmeter.agent.calibration.Calibrator;
import io.deskmeter.agent.calibration.Capture;
import io.deskmeter.agent.calibration.Place;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.Calibrations;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code workload calibrate}. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description =
                "Captures pictures in place of landmarks that look different on a display: another theme, scale or"
                        + " version of an application. Works the workloads on a local desktop until none is missing, then tries"
                        + " them. Exit code: 0 if all operations of that trial were ok; 4 if not.")
public final class CalibrateCommand implements Callable<Integer> {
    private static final int FAILED = 4;
    private static final Duration THINK = Duration.ofMillis(500);

    @Parameters(arity = "1..*", paramLabel = "ID", description = "Ids of workloads, for example office/writer.")
    private List<String> ids = List.of();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the calibration, which run profiles use; one that exists keeps its pictures of other"
                    + " workloads (default: ${DEFAULT-VALUE}).")
    private String name = "local";

    @Option(
            names = "--place",
            paramLabel = "LANDMARK=X,Y,WxH",
            description = "Where a landmark is on the screen, in pixels, if another part was captured in its place.")
    private Map<String, String> places = Map.of();

    @Option(
            names = "--verify",
            paramLabel = "N",
            description = "Number of iterations of the trial at the end (default: ${DEFAULT-VALUE}).")
    private int verify = 2;

    @Mixin
    private TrialOptions options = new TrialOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private final Supplier<Platform> platform;
    private final InstantSource wall;

    /** @param platform asked for only when the command runs */
    public CalibrateCommand(Supplier<Platform> platform, InstantSource wall) {
        this.platform = platform;
        this.wall = wall;
    }

    @Override
    public Integer call() throws Exception {
        if (verify < 1) {
            throw new IllegalArgumentException("verify: " + verify + " (expected: >= 1)");
        }
        WorkloadCatalog catalog = options.catalog();
        List<Workload> loaded = catalog.loadAll(ids);
        Map<String, Rect> known = places(loaded);
        Landmarks.load(loaded);
        Calibrations calibrations = Calibrations.of(catalog);
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        try (Trial trial = options.open(platform.get(), catalog, loaded)) {
            Calibration base = base(calibrations, trial);
            Calibrator calibrator =
                    new Calibrator(loaded, base, known, trial.resources().matcherBuffers());
            capture(calibrator, trial, out);
            if (calibrator.captures().isEmpty() && calibrator.missed().isEmpty()) {
                out.printf("-- every landmark was found; no calibration is needed, none was written%n");
                out.flush();
                return 0;
            }
            Optional<Calibration> written = Optional.of(calibrator.calibration());
            if (calibrator.captures().isEmpty()) {
                out.printf("-- nothing was captured; no calibration was written%n");
                out.flush();
                return FAILED;
            }
            Path folder = write(calibrations, written.get(), calibrator, loaded);
            out.printf(
                    "-- calibration: %s, the pictures beside the shipped ones: %s%n",
                    folder, folder.resolve("index.html"));
            return verify(trial, loaded, written, out);
        }
    }

    /** By landmark. */
    private Map<String, Rect> places(List<Workload> loaded) {
        Set<String> named = new TreeSet<>();
        loaded.forEach(workload -> named.addAll(Landmarks.named(workload)));
        Map<String, Rect> known = new HashMap<>();
        places.forEach((landmark, text) -> {
            if (!named.contains(landmark)) {
                throw new IllegalArgumentException("--place: " + landmark + " (expected: one of " + named + ")");
            }
            known.put(landmark, Place.parse(text));
        });
        return known;
    }

    /** What is there of other workloads under this name. */
    private Calibration base(Calibrations calibrations, Trial trial) throws Exception {
        LocalDate today = LocalDate.ofInstant(wall.instant(), ZoneOffset.UTC);
        String display = trial.target() == null
                ? trial.desktop().width() + "x" + trial.desktop().height() + " through " + trial.seenThrough()
                : trial.seenThrough();
        if (!calibrations.names().contains(name)) {
            return Calibrator.empty(name, today, display);
        }
        return new Calibration(name, today, display, calibrations.read(name).pictures());
    }

    private void capture(Calibrator calibrator, Trial trial, PrintWriter out) throws Exception {
        out.printf("-- seen through %s%n", trial.seenThrough());
        out.printf("-- capturing: an operation whose landmark is not found ends when the picture has come to rest%n");
        out.flush();
        int rounds = calibrator.work((workloads, calibration, recorders) -> {
            Progress progress = new Progress(out);
            SessionUpdate.Phase end = trial.work(
                    Trial.profile(ids, 1, THINK),
                    workloads,
                    trial.landmarks(workloads, Optional.of(calibration)),
                    recorders,
                    new LookAlikeNotes(),
                    progress);
            if (end != SessionUpdate.Phase.FINISHED) {
                throw new IllegalArgumentException("calibrate: the session ended: " + progress.detail());
            }
        });
        out.printf("-- %s%n", Plural.of(rounds, "round"));
        calibrator.captures().forEach(capture -> out.printf("captured %s%n", capture.words()));
        calibrator.missed().forEach(line -> out.printf("not captured: %s%n", line));
        out.flush();
    }

    private static Path write(
            Calibrations calibrations, Calibration calibration, Calibrator calibrator, List<Workload> loaded)
            throws IOException {
        List<Capture> captures = calibrator.captures();
        Path folder = calibrations.write(calibration);
        AtomicFile.write(
                folder.resolve("index.html"),
                CalibrationSheet.page(calibration, loaded, captures, calibrator.missed())
                        .getBytes(StandardCharsets.UTF_8));
        return folder;
    }

    private int verify(Trial trial, List<Workload> loaded, Optional<Calibration> calibration, PrintWriter out)
            throws Exception {
        TimingTable table = new TimingTable(out, new TrialNotes(loaded));
        calibration.ifPresent(table::calibrated);
        table.header();
        LookAlikeNotes sightings = new LookAlikeNotes();
        SessionUpdate.Phase end = trial.work(
                Trial.profile(ids, verify, THINK),
                loaded,
                trial.landmarks(loaded, calibration),
                () -> FrameRecorder.NONE,
                sightings,
                table);
        table.finish(sightings);
        boolean ok = end == SessionUpdate.Phase.FINISHED && table.allOk();
        if (ok) {
            out.printf(
                    "-- use it: ./deskmeter agent try %s --calibration %s, or `target: { …, calibration: %s }` of a run profile%n",
                    String.join(" ", ids), name, name);
        } else {
            out.printf("-- not all operations were ok: look at the pictures; correct one with --place%n");
        }
        out.flush();
        return ok ? 0 : FAILED;
    }

    /** One line for each operation of a round. */
    private static final class Progress implements SessionListener {
        private final PrintWriter out;
        private String last = "";

        Progress(PrintWriter out) {
            this.out = out;
        }

        @Override
        public synchronized void timed(Timing timing) {
            if (timing.outcome() != Outcome.SKIPPED) {
                out.printf(
                        "-- worked %s/%s: %s%n",
                        timing.workload(), timing.operation(), timing.outcome().label());
                out.flush();
            }
        }

        @Override
        public void sampled(Sample sample) {}

        @Override
        public synchronized void changed(SessionUpdate sessionUpdate) {
            last = sessionUpdate.phase() + " " + sessionUpdate.detail();
        }

        synchronized String detail() {
            return last.strip();
        }
    }
}
