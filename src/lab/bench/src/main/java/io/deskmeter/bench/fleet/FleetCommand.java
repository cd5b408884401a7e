package io.deskmeter.bench.fleet;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.bench.controller.BenchStore;
import io.deskmeter.bench.controller.TlsOption;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench fleet}. */
@Command(
        name = "fleet",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures a controller during a large run of simulated sessions: CPU and memory over time, and whether each"
                        + " timing is stored exactly once.")
public final class FleetCommand implements Callable<Integer> {
    private static final int NOT_AS_EXPECTED = 4;
    private static final int ROWS_PRINTED = 30;

    @Option(
            names = "--agents",
            paramLabel = "N",
            description = "Number of agent processes (default: ${DEFAULT-VALUE}).")
    private int agents = 20;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "Number of sessions of all agents together (default: ${DEFAULT-VALUE}).")
    private int sessions = 1000;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "Approximate working time of each session (default: ${DEFAULT-VALUE}).")
    private double minutes = 3;

    @Option(names = "--think", paramLabel = "MS", description = "Mean think time (default: ${DEFAULT-VALUE}).")
    private int think = 2500;

    @Option(
            names = "--logon-interval",
            paramLabel = "MS",
            description = "Interval between the starts of two sessions (default: ${DEFAULT-VALUE}).")
    private int logonInterval = 40;

    @Option(
            names = "--broken-lines",
            paramLabel = "N",
            description = "Number of agents whose connection is cut repeatedly (default: a quarter of them).")
    private int brokenLines = -1;

    @Option(
            names = "--cut-every",
            paramLabel = "S",
            description = "Seconds between two cuts of such a connection (default: ${DEFAULT-VALUE}).")
    private int cutEvery = 20;

    @Option(
            names = "--readers",
            paramLabel = "N",
            description = "Number of clients that read the run's events (default: ${DEFAULT-VALUE}).")
    private int readers = 3;

    @Option(
            names = "--made-up",
            description =
                    "Generate timings in this process, at the pace of the think time: ten thousand sessions fit on a small machine."
                            + " Without it each session runs the agent's code on a simulated desktop.")
    private boolean synthetic;

    @Option(
            names = "--metrics",
            paramLabel = "N",
            description =
                    "Number of metrics that each operation samples, 0 to 4: each timing comes with as many samples (default: ${DEFAULT-VALUE}).")
    private int metrics = SimWorkload.METRICS.size();

    @Option(
            names = "--load-points",
            paramLabel = "N",
            description =
                    "Number of load points, which share the minutes of the run (default: ${DEFAULT-VALUE}, a fixed load).")
    private int loadPoints = 1;

    @Mixin
    private final TlsOption tls = new TlsOption();

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchStore store = new BenchStore();

    @Mixin
    private final Installation home = new Installation();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        FleetPlan plan = new FleetPlan(
                agents,
                sessions,
                Duration.ofMillis(Math.round(minutes * 60_000)),
                Duration.ofMillis(think),
                Duration.ofMillis(logonInterval),
                brokenLines < 0 ? agents / 4 : Math.min(brokenLines, agents),
                Duration.ofSeconds(cutEvery),
                readers,
                synthetic,
                tls.wanted(),
                metrics,
                loadPoints,
                seed.value(),
                home);
        BenchReport report = new BenchReport("fleet", Machine.facts());
        try (store;
                FleetBench bench = FleetBench.open(plan, store);
                InterruptHook unused = terminal.endIfInterrupted(bench)) {
            bench.run();
            return report(report, bench);
        }
    }

    private Integer report(BenchReport report, FleetBench bench) throws IOException {
        PrintWriter table = terminal.out();
        bench.rows().forEach(report::add);
        report.result(bench.result());
        table.println(report.write(out.folder()));
        BenchReport printed = new BenchReport("fleet", Map.of());
        thinned(bench.rows()).forEach(printed::add);
        printed.result(bench.result());
        printed.print(table);
        return asExpected(bench.result()) ? 0 : NOT_AS_EXPECTED;
    }

    /** A readable number; the file contains all. */
    private static List<Map<String, @Nullable Object>> thinned(List<Map<String, @Nullable Object>> rows) {
        int step = Math.max(1, rows.size() / ROWS_PRINTED);
        return IntStream.range(0, rows.size())
                .filter(i -> i % step == 0)
                .mapToObj(rows::get)
                .toList();
    }

    private static boolean asExpected(Map<String, @Nullable Object> result) {
        return List.of(
                        "timingsLost",
                        "timingsStoredTwice",
                        "timingsNobodyMade",
                        "samplesLost",
                        "samplesStoredTwice",
                        "samplesNobodyMade")
                .stream()
                .allMatch(key -> result.get(key) instanceof Number number && number.longValue() == 0);
    }
}
