package io.deskmeter.bench.density;

import io.deskmeter.agent.tryout.DesktopSize;
import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.ProbeChoice;
import io.deskmeter.workload.Plural;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench density}. */
@Command(
        name = "density",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures CPU and memory of a displayed session: with the built-in RFB client, and with viewer programs in private X displays.")
public final class DensityCommand implements Callable<Integer> {
    private static final int INTERRUPTED = 130;
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration QUICK_WARM_UP = Duration.ofSeconds(2);

    @Option(
            names = "--viewers",
            split = ",",
            paramLabel = "NAME",
            description = "Any of rfb, vncviewer, xfreerdp (default: all).")
    private List<String> viewers = List.of("rfb", "vncviewer", "xfreerdp");

    @Option(
            names = "--sessions",
            split = ",",
            paramLabel = "N",
            description = "Numbers of sessions (default: 1,10,50,100, with rfb also 200).")
    private List<Integer> sessions = List.of();

    @Option(
            names = "--probes",
            paramLabel = "WHETHER",
            description = "Probe quiet screens: on, off, or both, for a row of each (default: ${DEFAULT-VALUE}).")
    private String probes = "on";

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            description = "Updates per second of a desktop, 0 for one that never changes (default: ${DEFAULT-VALUE}).")
    private double rate = 10;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            description = "Size of a desktop in pixels (default: ${DEFAULT-VALUE}).")
    private String size = "1280x800";

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "Duration of each measurement (default: 20, with --quick 4).")
    private int seconds;

    @Option(names = "--quick", description = "At most 10 sessions and short measurements: only to see that it works.")
    private boolean quick;

    @Mixin
    private final OutOption out = new OutOption();

    @Option(names = "--agent-jvm", hidden = true, defaultValue = "${sys:deskmeter.home:-.}/agent/jvm.args")
    private Path agentJvm = Path.of("");

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        List<ViewerKind> kinds = viewers.stream().map(ViewerKind::of).toList();
        sessions.forEach(n -> OptionChecks.atLeast("sessions", n, 1));
        List<Boolean> probed = ProbeChoice.of(probes);
        if (!(rate == 0 || (rate >= 1 && rate <= 100))) {
            throw new IllegalArgumentException("rate: " + rate + " (expected: 0, or 1 to 100 updates per second)");
        }
        List<DensityRow> rows = new ArrayList<>();
        try (DensityBench bench = DensityBench.open(plan());
                InterruptHook unused = terminal.endIfInterrupted(bench)) {
            try {
                for (ViewerKind kind : kinds) {
                    for (int n : counts(kind)) {
                        for (boolean with : probed) {
                            rows.add(measure(bench, kind, n, with));
                        }
                    }
                }
            } catch (IOException e) {
                if (bench.isClosed()) {
                    return INTERRUPTED;
                }
                throw e;
            }
        }
        return report(rows);
    }

    private DensityPlan plan() {
        DesktopSize desktop = DesktopSize.parse(size);
        int usual = quick ? 4 : 20;
        OptionChecks.atLeast("seconds", seconds == 0 ? usual : seconds, 1);
        return new DensityPlan(
                desktop.width(),
                desktop.height(),
                rate,
                quick ? QUICK_WARM_UP : WARM_UP,
                Duration.ofSeconds(seconds == 0 ? usual : seconds),
                agentJvm);
    }

    private List<Integer> counts(ViewerKind kind) {
        if (!sessions.isEmpty()) {
            return sessions;
        }
        if (quick) {
            return List.of(1, 10);
        }
        return kind == ViewerKind.RFB ? List.of(1, 10, 50, 100, 200) : List.of(1, 10, 50, 100);
    }

    private DensityRow measure(DensityBench bench, ViewerKind kind, int n, boolean with)
            throws IOException, InterruptedException {
        terminal.say(kind.word() + ", " + Plural.of(n, "session") + (with ? ", with probes" : ""));
        return bench.measure(kind, n, with);
    }

    private Integer report(List<DensityRow> rows) throws IOException {
        BenchReport report = new BenchReport("density", Machine.facts());
        for (DensityRow row : rows) {
            report.add(row.toMap(rows.stream()
                    .filter(other -> other.viewer() == ViewerKind.RFB
                            && other.sessions() == row.sessions()
                            && other.probes() == row.probes())
                    .findFirst()
                    .orElse(null)));
        }
        terminal.show(report, out.folder());
        return 0;
    }
}
