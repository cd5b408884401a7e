package io.deskmeter.bench.ue;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.bench.golden.Codec;
import io.deskmeter.bench.ue.live.LiveCheck;
import io.deskmeter.bench.ue.many.ManyCheck;
import io.deskmeter.bench.ue.ways.WaysCheck;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench ue}. */
@Command(
        name = "ue",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Checks what is measured of drags and scrolling: against simulated displays with known delays, jitter and dropped moves, through lossless and lossy pictures; against the own"
                        + " record of the probe program on real desktops, with faults; in many sessions at once; and what reading the frames costs. Compares what a user sees of the same gestures in several ways, through networks of several delays, in ways.png beside the file.")
public final class UeCommand implements Callable<Integer> {
    private static final List<Double> DELAYS = List.of(0.0, 20.0, 50.0, 150.0, 500.0);
    private static final List<Double> JITTERS = List.of(0.0, 20.0, 80.0);
    private static final List<Double> DROPPED = List.of(0.0, 0.1, 0.5);
    private static final List<String> QUICK_CODECS = List.of("raw", "tight-jpeg-5");
    private static final int MOVES = 300;
    private static final int QUICK_MOVES = 60;
    private static final int SPEED = 240;
    private static final int TRIALS = 200;
    private static final int QUICK_REPEATS = 3;

    @Option(
            names = "--checks",
            paramLabel = "CHECK",
            split = ",",
            description = "Which checks: ${COMPLETION-CANDIDATES} (default: all).")
    private Set<Check> checks = EnumSet.allOf(Check.class);

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "How many sessions drag at once (default: ${DEFAULT-VALUE}).")
    private int sessions = 50;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description =
                    "Of the check \"ways\" only the rows whose case contains this text, such as \"drag, rfb\"; the others are taken from the file of an earlier run.")
    private String only = "";

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description =
                    "Of the check \"ways\": how often each gesture is made for a row (default: ${DEFAULT-VALUE}; 3 with --quick).")
    private int repeats = 20;

    @Option(
            names = "--quick",
            description = "Two codecs, fewer moves, faults, networks and repeats: only to see that it works.")
    private boolean quick;

    @Mixin
    private final Installation installation = new Installation();

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    /** A group of rows. */
    enum Check {
        DRAG,
        SCROLL,
        COST,
        LIVE,
        SESSIONS,
        WAYS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws Exception {
        OptionChecks.atLeast("sessions", sessions, 1);
        OptionChecks.atLeast("repeats", repeats, 1);
        BenchReport report = new BenchReport("ue", Machine.facts());
        simulated(report);
        if (checks.contains(Check.COST)) {
            CostCheck.rows().forEach(report::add);
        }
        if (checks.contains(Check.LIVE) || checks.contains(Check.SESSIONS) || checks.contains(Check.WAYS)) {
            sessions(report);
        }
        terminal.show(report, out.folder());
        return 0;
    }

    private void simulated(BenchReport report) {
        SplittableRandom random = new SplittableRandom(seed.value());
        if (checks.contains(Check.DRAG)) {
            for (DisplayCase display : displays()) {
                report.add(new DragCheck(display, quick ? QUICK_MOVES : MOVES, SPEED, random.split()).row());
            }
        }
        if (checks.contains(Check.SCROLL)) {
            for (Codec codec : codecs()) {
                report.add(ScrollCheck.row(codec, quick ? TRIALS / 10 : TRIALS, random.split()));
            }
        }
    }

    private void sessions(BenchReport report) throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(installation.workloads());
        Workload workload = catalog.load("ue/drag");
        Path folder = PrivateFolder.createIn(Path.of(System.getProperty("java.io.tmpdir")), "dmu");
        try (InterruptHook unused = terminal.endIfInterrupted(() -> PrivateFolder.remove(folder))) {
            if (checks.contains(Check.LIVE)) {
                LiveCheck.run(workload, folder, quick, report::add);
            }
            if (checks.contains(Check.SESSIONS)) {
                report.add(new ManyCheck(workload, sessions).row(folder.resolve("many")));
            }
            if (checks.contains(Check.WAYS)) {
                new WaysCheck(catalog, quick, quick ? QUICK_REPEATS : repeats, only, terminal::say)
                        .run(folder, out.folder())
                        .forEach(report::add);
            }
        } finally {
            PrivateFolder.remove(folder);
        }
    }

    /** All delays, jitters and losses without loss of the picture; through each codec one of them. */
    private List<DisplayCase> displays() {
        List<DisplayCase> displays = new ArrayList<>();
        for (double delay : DELAYS) {
            for (double jitter : JITTERS) {
                for (double dropped : DROPPED) {
                    displays.add(new DisplayCase(Codec.raw(), delay, jitter, dropped));
                }
            }
        }
        codecs().forEach(codec -> displays.add(new DisplayCase(codec, 50, 20, 0.1)));
        return displays;
    }

    private List<Codec> codecs() {
        return Codec.all().stream()
                .filter(codec -> !quick || QUICK_CODECS.contains(codec.name()))
                .toList();
    }
}
