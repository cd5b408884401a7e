package io.deskmeter.bench.truth;

import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.CleanupHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.ProbeChoice;
import io.deskmeter.bench.process.Load;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench truth}. */
@Command(
        name = "truth",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the error of the reported times: programs that know when they showed their content are measured, and the"
                    + " reported times are compared with the known ones.",
            "The columns are explained in docs/reference/benchmarks.md."
        })
public final class TruthCommand implements Callable<Integer> {
    private static final int TRIALS = 130;
    private static final int QUICK_TRIALS = 12;
    private static final int WARM_UP = 40;
    private static final int QUICK_WARM_UP = 5;
    private static final long LONGEST_MILLIS = 5000;
    private static final long QUICK_LONGEST_MILLIS = 500;
    /** Exit code: at least one row without a single measured trial. */
    private static final int FAILED = 4;
    /** The scan loop needs a second for the shortest trial, and there are several networks. */
    private static final int SHARE = 3;

    @Option(
            names = "--screens",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Any of rfb, rfb-xvnc, x11, vncviewer, xfreerdp, scan-loop, rfb-relay (delay, jitter and stalls by a relay), rfb-netem (by the kernel) (default: all that this machine supports).")
    private @Nullable List<String> screens;

    @Option(
            names = "--loads",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "idle,full",
            description = "Any of idle, full (default: both).")
    private List<String> loads = List.of();

    @Option(
            names = "--probes",
            paramLabel = "WHETHER",
            defaultValue = "on",
            description = "Probe quiet screens: on, off, or both, for a row of each (default: ${DEFAULT-VALUE}).")
    private String probes = "on";

    @Option(names = "--trials", paramLabel = "N", description = "Trials per row (default: 130, with --quick 12).")
    private @Nullable Integer trials;

    @Option(names = "--quick", description = "Few and short trials: only to see that it works.")
    private boolean quick;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of delays and phases (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        List<Row> rows = Row.of(screens, loads, ProbeChoice.of(probes));
        PrintWriter progress = terminal.err();
        BenchReport report = new BenchReport("truth", Machine.facts());
        Path folder = PrivateFolder.createIn(Path.of(System.getProperty("java.io.tmpdir")), "dmt");
        boolean all = true;
        List<String> precedence = TruthScreens.precedence();
        if (precedence.isEmpty()) {
            progress.println(
                    "truth programs run at normal priority (hint: root may raise it, which makes the truth more exact under load)");
        }
        try (CleanupHook cleaner = new CleanupHook(() -> PrivateFolder.remove(folder));
                TruthBench bench = TruthBench.open(Files.createDirectory(folder.resolve("workloads")));
                TruthScreens truthScreens = new TruthScreens(folder, precedence)) {
            for (Row row : rows) {
                boolean measured = work(row, bench, truthScreens, cleaner, report, progress);
                all &= measured;
            }
        }
        terminal.show(report, out.folder());
        return all ? 0 : FAILED;
    }

    /** Returns false if not a single trial could be measured. */
    private boolean work(
            Row row,
            TruthBench bench,
            TruthScreens truthScreens,
            CleanupHook cleaner,
            BenchReport report,
            PrintWriter progress)
            throws Exception {
        List<Trial> plan = plan(row);
        Probing probing = row.probes() ? Probing.on() : Probing.off();
        TrialStatistics tally = new TrialStatistics();
        boolean made = false;
        try (TruthScreen truthScreen = cleaner.guard(row.truthScreen(truthScreens))) {
            made = true;
            progress.println(row + ": " + plan.size() + " trials");
            measure(row, bench, truthScreen, cleaner, plan, probing, tally);
        } catch (IOException | ProgramException | ScreenException e) {
            String reason = TruthBench.reason(e);
            if (row.optional() && !made) {
                progress.println(row + ": left out: " + reason + " (hint: root, and a kernel with netem)");
                return true;
            }
            // The rows before are not lost for it, nor are those that follow.
            progress.println(row + ": failed: " + reason);
            tally.failedTo(plan.size(), reason);
        }
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        figures.put("screen", row.screen());
        figures.put("load", row.load());
        figures.put("network", row.network());
        figures.put("probes", row.probes());
        figures.putAll(tally.figures());
        figures.put("probesUnanswered", probing.counts().unanswered());
        report.add(figures);
        return tally.hasAny();
    }

    private void measure(
            Row row,
            TruthBench bench,
            TruthScreen truthScreen,
            CleanupHook cleaner,
            List<Trial> plan,
            Probing probing,
            TrialStatistics tally)
            throws Exception {
        long step = Math.max(1, plan.size() / 5);
        try (Load load = cleaner.guard(Load.start(row.load()))) {
            bench.row(
                    truthScreen,
                    executor -> row.scans() ? bench.scanLoop(executor) : bench.agent(probing, executor),
                    plan,
                    quick || row.scans() ? QUICK_WARM_UP : WARM_UP,
                    done -> {
                        if (done % step == 0) {
                            terminal.err().println("  " + done + " of " + plan.size());
                        }
                    },
                    tally);
        }
    }

    private List<Trial> plan(Row row) {
        int count = trials != null ? trials : quick ? QUICK_TRIALS : TRIALS;
        count = row.scans() || row.crossesNetwork() ? Math.max(1, count / SHARE) : count;
        return Trial.plan(count, quick ? QUICK_LONGEST_MILLIS : LONGEST_MILLIS, seed);
    }
}
